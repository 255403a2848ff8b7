package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.JdkInternals;
import dev.slipstream.runtime.configuration.Log;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Defines the boot classes in the bootstrap class loader, one by one. If a jar were appended to the
 * bootstrap class path instead, the JVM would write a warning and stop using its archive of
 * preloaded classes.
 */
final class BootClasses {
  /** The boot classes, each after those that it needs. */
  private static final List<String> NAMES =
      List.of(
          "dev.slipstream.boot.ArrayGuard",
          "dev.slipstream.boot.ArrayKinds",
          "dev.slipstream.boot.GuardedUse",
          "dev.slipstream.boot.ReflectedCode",
          "dev.slipstream.boot.Guards",
          "dev.slipstream.boot.LoopGate",
          "dev.slipstream.boot.GatedCallSite",
          "dev.slipstream.boot.LoopCallSite",
          "dev.slipstream.boot.LoopCallSite$Linked",
          "dev.slipstream.boot.DirectCallSite",
          "dev.slipstream.boot.Dispatcher",
          "dev.slipstream.boot.LoopDispatch");

  /** Boot classes that are needed only by programs that run on several ranks. */
  private static final List<String> OF_HOST_TASKS =
      List.of("dev.slipstream.boot.HostTaskRunner", "dev.slipstream.boot.HostTasks");

  private final Instrumentation instrumentation;
  private final Log log;

  BootClasses(Instrumentation instrumentation, Log log) {
    this.instrumentation = instrumentation;
    this.log = log;
  }

  /**
   * Defines the boot classes, unless another copy of the agent has done so.
   *
   * @throws IOException if the agent's jar cannot be read
   */
  void define(Path agentJar) throws IOException {
    define(agentJar, NAMES);
  }

  /**
   * Defines the additional boot classes of programs that run on several ranks; called after {@link
   * #define}.
   */
  void defineHostTasks(Path agentJar) throws IOException {
    define(agentJar, OF_HOST_TASKS);
  }

  private void define(Path agentJar, List<String> names) throws IOException {
    if (defined(names)) {
      return;
    }
    try (JarFile jar = new JarFile(agentJar.toFile(), false)) {
      Optional<JdkInternals> internals = JdkInternals.open(instrumentation);
      if (internals.isEmpty() || !define(jar, names, internals.get())) {
        log.debug(() -> "this JDK does not define single classes in its bootstrap loader");
        instrumentation.appendToBootstrapClassLoaderSearch(jar);
      }
    }
  }

  /** Whether a copy of the agent has defined the boot classes in this process. */
  static boolean areDefined() {
    return defined(NAMES);
  }

  private static boolean defined(List<String> names) {
    try {
      Class.forName(names.get(names.size() - 1), false, null);
      return true;
    } catch (ClassNotFoundException notYet) {
      return false;
    }
  }

  private static boolean define(JarFile jar, List<String> names, JdkInternals internals)
      throws IOException {
    try {
      for (String name : names) {
        String internalName = name.replace('.', '/');
        internals.defineInBootLoader(internalName, read(jar, internalName + ".class"));
      }
      return true;
    } catch (RuntimeException | LinkageError otherJdk) {
      return false;
    }
  }

  private static byte[] read(JarFile jar, String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    if (entry == null) {
      throw new FileNotFoundException(name + " in " + jar.getName());
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
