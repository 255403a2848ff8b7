package dev.slipstream.agent.coherence;

import dev.slipstream.boot.Dispatcher;
import dev.slipstream.boot.LoopDispatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Runs programs, each in a class loader of its own. */
final class ProgramRun {
  private ProgramRun() {}

  /** Runs a program as it is; returns the lines that it says. */
  static String plain(Map<String, byte[]> classes, String name) {
    return run(new Loader(classes), name);
  }

  /**
   * Runs a program whose loops go to a machine.
   *
   * @param off a kind of guard that does nothing; may be empty
   */
  static String on(Machine machine, GuardedClasses program, String name, String off) {
    Map<String, byte[]> classes = new HashMap<>(program.classes());
    for (Class<?> copied : new Class<?>[] {LoopDispatch.class, FuzzGuards.class}) {
      classes.put(copied.getName(), classFile(copied));
    }
    Loader loader = new Loader(classes);
    machine.register(program.loops());
    Dispatcher dispatcher = machine::submit;
    GuardSink sink = new HostSink(machine.host(), off, new Random(name.hashCode()));
    try {
      loader
          .loadClass(LoopDispatch.class.getName())
          .getMethod("install", Dispatcher.class)
          .invoke(null, dispatcher);
      loader
          .loadClass(FuzzGuards.class.getName())
          .getMethod("install", GuardSink.class)
          .invoke(null, sink);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
    return run(loader, name);
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

  private static byte[] classFile(Class<?> type) {
    String path = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sees some classes in other versions than everybody else. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> own;

    Loader(Map<String, byte[]> own) {
      super(ProgramRun.class.getClassLoader());
      this.own = Map.copyOf(own);
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
