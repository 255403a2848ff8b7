package dev.slipstream.agent.coherence;

import dev.slipstream.api.Snapshots;
import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.boot.DispatchCopy;
import dev.slipstream.boot.Guards;
import dev.slipstream.collective.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/** Runs programs, each in a class loader of its own. */
final class ProgramRun {
  private ProgramRun() {}

  /** Runs a program without the agent; returns its output lines. */
  static String plain(Map<String, byte[]> classes, String name) {
    return run(new Loader(classes), name);
  }

  /** The classes that each program has for itself. */
  private static final List<String> COPIED =
      List.of(
          Guards.class.getName(),
          "dev.slipstream.boot.GuardedUse",
          "dev.slipstream.boot.ReflectedCode",
          "dev.slipstream.boot.ArrayKinds");

  /** The packages of which it has all classes. */
  private static final List<String> COPIED_PACKAGES =
      List.of(Snapshots.class.getPackageName() + ".", Channel.class.getPackageName() + ".");

  /**
   * Runs a program whose loops go to a machine.
   *
   * @param leftOut guards that are not called
   */
  static String on(
      Machine machine, Pace.Kind pace, GuardedClasses program, FuzzProgram text, LeftOut leftOut) {
    Map<String, byte[]> classes = new HashMap<>(leftOut.from(program.classes()));
    classes.putAll(DispatchCopy.classFiles());
    for (String copied : COPIED) {
      classes.put(copied, classFile(copied));
    }
    Loader loader = new Loader(classes);
    try {
      DispatchCopy.install(loader, machine::submit);
      Class<?> own = loader.loadClass(Guards.class.getName());
      own.getMethod("install", ArrayGuard.class).invoke(null, machine.guard());
      askForSnapshots(loader, own);
      program.unguarded().forEach(code -> machine.guard().unguarded(code.reason()));
      machine.begin(pace, text.seed(), program.loops(), listener(own));
      return run(loader, text.shape().className()) + machine.end();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Outside of tests there are guards for the whole JVM, which are found without help. */
  private static void askForSnapshots(Loader loader, Class<?> guards)
      throws ReflectiveOperationException {
    MethodType question =
        MethodType.methodType(CompletableFuture.class, Object.class, int.class, int.class);
    Field asked = loader.loadClass(Snapshots.class.getName()).getDeclaredField("agent");
    asked.setAccessible(true);
    asked.set(
        null, Optional.of(MethodHandles.publicLookup().findStatic(guards, "snapshot", question)));
  }

  private static IntConsumer listener(Class<?> guards) throws ReflectiveOperationException {
    Method shortest = guards.getMethod("shortest", int.class);
    Method rest = guards.getMethod("rest");
    return length -> {
      try {
        shortest.invoke(null, length);
        // Immediately, so that programs see guards rest and return as often as possible.
        rest.invoke(null);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    };
  }

  private static String run(Loader loader, String name) {
    try {
      return (String) loader.loadClass(name).getMethod("run").invoke(null);
    } catch (InvocationTargetException e) {
      return "it threw " + e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the file of a class of the test's class path. */
  static byte[] classFile(String className) {
    String path = className.replace('.', '/') + ".class";
    try (InputStream in = ProgramRun.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds some classes in versions of its own. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> own;

    Loader(Map<String, byte[]> own) {
      super(ProgramRun.class.getClassLoader());
      this.own = Map.copyOf(own);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      byte[] given = own.get(name);
      if (given == null && COPIED_PACKAGES.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        byte[] classFile = given == null ? classFile(name) : given;
        return defineClass(name, classFile, 0, classFile.length);
      }
    }
  }
}
