package dev.slipstream.agent.coherence;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Runs kernels from their class files. */
final class KernelRun {
  private final MethodHandle run;

  KernelRun(String className, byte[] classFile) {
    Class<?> kernel = new Loader().define(className, classFile);
    try {
      run =
          MethodHandles.publicLookup()
              .findStatic(
                  kernel, "run", MethodType.methodType(void.class, int[].class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs all iterations of a range: lo0, hi0, lo1, … */
  void run(int[] bounds, Object[] arguments) {
    try {
      run.invokeExact(bounds, arguments);
    } catch (Throwable thrown) {
      throw new AssertionError("a kernel threw", thrown);
    }
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] classFile) {
      return defineClass(name, classFile, 0, classFile.length);
    }
  }
}
