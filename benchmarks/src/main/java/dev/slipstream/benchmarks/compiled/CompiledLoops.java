package dev.slipstream.benchmarks.compiled;

import dev.slipstream.benchmarks.loop.FloatLoop;
import dev.slipstream.boot.Dispatcher;
import dev.slipstream.boot.GatedCallSite;
import dev.slipstream.boot.LoopCallSite;
import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.boot.LoopGate;
import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.LoopCompiler;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.SlipstreamRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/** One class with a marked loop, after the loop was taken. */
public final class CompiledLoops {
  /** The boot classes behind call sites, and the class that connects them. */
  private static final List<String> OWN =
      List.of(
          Connected.class.getName(),
          Dispatcher.class.getName(),
          "dev.slipstream.boot.DirectCallSite",
          GatedCallSite.class.getName(),
          LoopCallSite.class.getName(),
          LoopCallSite.class.getName() + "$Linked",
          LoopDispatch.class.getName(),
          LoopGate.class.getName());

  private final Class<? extends FloatLoop> type;
  private final CompiledClass compiled;

  private CompiledLoops(Class<? extends FloatLoop> type, CompiledClass compiled) {
    this.type = type;
    this.compiled = compiled;
  }

  /**
   * Compiles a class of this module.
   *
   * @param siteNumbers supplies the loop's number
   * @throws IllegalStateException if its one loop was not taken; the message says why
   */
  public static CompiledLoops of(Class<? extends FloatLoop> type, IntSupplier siteNumbers) {
    CompiledClass compiled =
        new LoopCompiler(siteNumbers).compile(classFile(type), library(), LoopSelection.none());
    if (compiled.kernels().size() != 1) {
      throw new IllegalStateException(
          type.getSimpleName() + " should have one loop, but " + compiled.refused());
    }
    return new CompiledLoops(type, compiled);
  }

  /** Returns the class file of a class of this module, as javac made it. */
  public static byte[] classFile(Class<?> type) {
    return library().find(type.getName().replace('.', '/')).orElseThrow();
  }

  /** Returns a library that finds the class files of this module and of those it uses. */
  public static ClassLibrary library() {
    ClassLoader loader = CompiledLoops.class.getClassLoader();
    return name -> {
      try (InputStream file = loader.getResourceAsStream(name + ".class")) {
        return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException("the class file of " + name + " cannot be read", e);
      }
    };
  }

  /** Returns the loop's kernel. */
  public LoopKernel kernel() {
    return compiled.kernels().get(0);
  }

  /** Returns the kernel in the form that devices take. */
  public RangeKernel rangeKernel() {
    return kernel().kernel();
  }

  /**
   * Returns an object of the rewritten class, connected as the agent does it.
   *
   * @throws IllegalStateException if the class has no public constructor without parameters
   */
  public FloatLoop connectedTo(SlipstreamRuntime runtime) {
    runtime.register(kernel().site(), kernel());
    return connectedTo(runtime::submit);
  }

  /**
   * Returns what the call site passes when the loop is reached. Runs the loop once.
   *
   * @param factor the first argument of {@link FloatLoop#run}; the arrays are the others
   */
  public Submission submission(float factor, float[] from, float[] to) {
    List<Submission> submitted = new ArrayList<>();
    FloatLoop loop =
        connectedTo(
            (site, start, captures) -> {
              submitted.add(new Submission(start, captures));
              return start;
            });
    loop.run(factor, from, to);
    return submitted.get(0);
  }

  private FloatLoop connectedTo(Dispatcher dispatcher) {
    byte[] rewritten = compiled.classFile().orElseThrow();
    try {
      // The boot classes can be connected only once, so each rewritten class gets its own.
      Map<String, byte[]> own = new HashMap<>();
      own.put(type.getName(), rewritten);
      for (String name : OWN) {
        own.put(name, library().find(name.replace('.', '/')).orElseThrow());
      }
      ClassLoader loader = new Loader(own);
      MethodHandle submit =
          MethodHandles.publicLookup()
              .findVirtual(
                  Dispatcher.class,
                  "submit",
                  MethodType.methodType(int.class, int.class, int.class, Object[].class))
              .bindTo(dispatcher);
      Object connected =
          loader
              .loadClass(Connected.class.getName())
              .getConstructor(MethodHandle.class)
              .newInstance(submit);
      loader
          .loadClass(LoopDispatch.class.getName())
          .getMethod("install", loader.loadClass(Dispatcher.class.getName()))
          .invoke(null, connected);
      return (FloatLoop) loader.loadClass(type.getName()).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " cannot be made", e);
    }
  }

  /** Finds some classes in versions of its own. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> own;

    Loader(Map<String, byte[]> own) {
      super(CompiledLoops.class.getClassLoader());
      this.own = own;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] classFile = own.get(name);
      if (classFile == null) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? defineClass(name, classFile, 0, classFile.length) : known;
      }
    }
  }
}
