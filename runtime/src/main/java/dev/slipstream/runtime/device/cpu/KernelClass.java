package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/** A kernel's class, defined and ready to be called. Thread-safe. */
public final class KernelClass {
  private static final MethodType RUN =
      MethodType.methodType(void.class, int[].class, Object[].class);

  /** The classes in use, shared so that each kernel is compiled by the JIT only once. */
  private static final Map<RangeKernel, WeakReference<KernelClass>> DEFINED = new WeakHashMap<>();

  private final MethodHandle run;

  private KernelClass(MethodHandle run) {
    this.run = run;
  }

  /**
   * Returns the class of a kernel; defines it unless an equal kernel has one.
   *
   * @throws DeviceException if the class file is not accepted or has no {@code run}
   */
  static KernelClass of(RangeKernel kernel) throws DeviceException {
    synchronized (DEFINED) {
      WeakReference<KernelClass> reference = DEFINED.get(kernel);
      KernelClass known = reference == null ? null : reference.get();
      if (known == null) {
        known = define(kernel);
        DEFINED.put(kernel, new WeakReference<>(known));
      }
      return known;
    }
  }

  /**
   * Defines the class in its own loader, so that it can be unloaded and that kernels of equal names
   * do not conflict. The loader only finds the platform's classes, since kernels are closed.
   *
   * @throws DeviceException if the class file is not accepted or has no {@code run}
   */
  public static KernelClass define(RangeKernel kernel) throws DeviceException {
    try {
      Loader loader = new Loader(kernel);
      // Initialisation verifies the class now instead of at the first launch.
      Class<?> type = Class.forName(kernel.className(), true, loader);
      return new KernelClass(MethodHandles.publicLookup().findStatic(type, "run", RUN));
    } catch (ReflectiveOperationException | LinkageError | SecurityException refused) {
      throw new DeviceException(
          "the Java virtual machine does not accept the loop's kernel ("
              + refused
              + "); please report this loop",
          refused);
    }
  }

  /**
   * Calls the original loop over a sub-range.
   *
   * @param bounds {@code lo0, hi0, …}
   * @param arguments one per kernel parameter
   * @throws Throwable whatever the kernel throws
   */
  public void run(int[] bounds, Object[] arguments) throws Throwable {
    run.invokeExact(bounds, arguments);
  }

  private static final class Loader extends ClassLoader {
    private final RangeKernel kernel;

    Loader(RangeKernel kernel) {
      super("slipstream-kernel", ClassLoader.getPlatformClassLoader());
      this.kernel = kernel;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(kernel.className())) {
        throw new ClassNotFoundException(name);
      }
      byte[] classFile = kernel.classFile();
      return defineClass(name, classFile, 0, classFile.length);
    }
  }
}
