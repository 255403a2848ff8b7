package dev.slipstream.agent.loading;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the agent needs of the JDK's internal classes. They are called by a class that is compiled
 * for that: recent JDKs generate code for each signature that is called by reflection, for which
 * every program would wait some fifty milliseconds. Each method may throw a {@link LinkageError} in
 * another JDK than 17 to 25.
 */
public interface JdkInternals {
  /** Defines a class in the bootstrap loader. */
  void defineInBootLoader(String internalName, byte[] classFile);

  /**
   * Runs an action at a place among the JDK's own shutdown hooks.
   *
   * @throws IllegalStateException if the place is taken, or the JVM is ending
   */
  void runLast(int slot, Runnable action);

  /** The options with which this JVM was started, including those of environment variables. */
  List<String> options();

  /**
   * Finds a file on the class path without a search in the JDK's modules; null if none exists. The
   * bootstrap loader's class path comes first: other agents may have appended jars to it.
   *
   * @param loader the JDK's application class loader
   */
  @Nullable URL onClassPath(ClassLoader loader, String file) throws IOException;

  /** Makes the internal classes accessible to the agent; empty if this JDK's are different. */
  static Optional<JdkInternals> open(Instrumentation instrumentation) {
    try {
      Module own = JdkInternals.class.getModule();
      Module jdk = Object.class.getModule();
      Map<String, Set<Module>> missing = new HashMap<>();
      for (String name :
          List.of("jdk.internal.access", "jdk.internal.loader", "jdk.internal.misc")) {
        if (!jdk.isExported(name, own)) {
          missing.put(name, Set.of(own));
        }
      }
      if (!missing.isEmpty()) {
        instrumentation.redefineModule(jdk, Set.of(), missing, Map.of(), Set.of(), Map.of());
      }
      return Optional.of(
          Class.forName("dev.slipstream.agent.loading.JdkInternalCalls")
              .asSubclass(JdkInternals.class)
              .getConstructor()
              .newInstance());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherJdk) {
      return Optional.empty();
    }
  }
}
