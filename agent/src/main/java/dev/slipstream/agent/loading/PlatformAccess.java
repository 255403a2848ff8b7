package dev.slipstream.agent.loading;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.ProgramJvm;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * Keeps newer JDKs from warning, in the program's own output, about what the agent's OpenCL binding
 * does: it calls native code and {@code sun.misc.Unsafe}. The JDK has one switch for all unnamed
 * modules together and one for all classes, so the agent sets them only before it opens a driver.
 */
public final class PlatformAccess implements ProgramJvm {
  /** The first JDK that warns about native code without {@code --enable-native-access}. */
  private static final int NATIVE_ACCESS_WARNED = 22;

  /** The first JDK that warns about memory access by {@code Unsafe}. */
  private static final int UNSAFE_WARNED = 24;

  private final Instrumentation instrumentation;
  private final Runnable beforeDrivers;
  private final Log log;

  public PlatformAccess(Instrumentation instrumentation, Log log) {
    this(instrumentation, () -> {}, log);
  }

  /**
   * @param beforeDrivers runs before each driver is opened
   */
  public PlatformAccess(Instrumentation instrumentation, Runnable beforeDrivers, Log log) {
    this.instrumentation = instrumentation;
    this.beforeDrivers = beforeDrivers;
    this.log = log;
  }

  @Override
  public void expectDriver() {
    allowNativeCode();
    beforeDrivers.run();
  }

  /**
   * Switches the warnings off for the command line, where a reason why that failed would help no
   * reader.
   */
  public static void quietenCommandLine(Instrumentation instrumentation) {
    new PlatformAccess(instrumentation, Log.to(System.err, LogLevel.OFF)).allowNativeCode();
  }

  /** Switches the warnings off; if that fails, they appear, and nothing else changes. */
  public void allowNativeCode() {
    int feature = Runtime.version().feature();
    if (feature >= NATIVE_ACCESS_WARNED) {
      enableNativeAccess();
    }
    if (feature >= UNSAFE_WARNED) {
      markUnsafeAsWarned();
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException if the jar cannot be read, or if the program has its own system class
   *     loader, which takes no jars
   */
  @Override
  @SuppressWarnings("MustBeClosedChecker") // The class loader reads it until the JVM ends.
  public void addToClassPath(Path jar) throws IOException {
    try {
      instrumentation.appendToSystemClassLoaderSearch(new JarFile(jar.toFile()));
    } catch (UnsupportedOperationException e) {
      throw new IOException("the program's system class loader takes no further jars", e);
    }
  }

  private void enableNativeAccess() {
    try {
      open(Module.class);
      // Backends may load native libraries through classes on the program's class path, too.
      Method enable = Module.class.getDeclaredMethod("implAddEnableNativeAccessToAllUnnamed");
      enable.setAccessible(true);
      enable.invoke(null);
      Module own = PlatformAccess.class.getModule();
      if (own.isNamed()) {
        Method enableOwn = Module.class.getDeclaredMethod("implAddEnableNativeAccess");
        enableOwn.setAccessible(true);
        enableOwn.invoke(own);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug(() -> "native access could not be enabled, so this JDK may warn about it", e);
    }
  }

  private void markUnsafeAsWarned() {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      open(unsafe);
      Method mark = unsafe.getDeclaredMethod("trySetMemoryAccessWarned");
      mark.setAccessible(true);
      mark.invoke(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug(() -> "this JDK may warn about sun.misc.Unsafe", e);
    }
  }

  /** Opens the package of a class to the agent, if the JVM allows it. */
  public void open(Class<?> type) {
    if (!instrumentation.isModifiableModule(type.getModule())) {
      return;
    }
    instrumentation.redefineModule(
        type.getModule(),
        Set.of(),
        Map.of(),
        Map.of(type.getPackageName(), Set.of(PlatformAccess.class.getModule())),
        Set.of(),
        Map.of());
  }
}
