package dev.slipstream.agent.rewriting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides in which classes the agent looks for loops: those of the program, but not those of the
 * JDK, the agent or TornadoVM. Thread-safe.
 */
public final class LoopScope {
  /** Packages of the JDK of which a program's class loader may define classes. */
  private static final List<String> JDK = List.of("java/", "jdk/", "sun/", "com/sun/");

  private static final String OWN = "dev/slipstream/";
  private static final List<String> OWN_PROGRAMS = List.of("demo/", "benchmarks/", "test/");

  /** TornadoVM marks loops over arrays of its own; these must run nowhere else. */
  private static final String TORNADO = "uk/ac/manchester/tornado/";

  private static final List<String> TORNADO_PROGRAMS =
      List.of("examples/", "benchmarks/", "unittests/");

  private final ClassLoader agentLoader;

  /**
   * @param agentLoader the loader of the agent's own classes
   */
  public LoopScope(ClassLoader agentLoader) {
    this.agentLoader = agentLoader;
  }

  /**
   * Whether a class belongs to the program.
   *
   * @param loader the class's loader, null for the bootstrap loader
   * @param internalName the name with slashes, null where the JVM gives none
   */
  public boolean includes(@Nullable ClassLoader loader, @Nullable String internalName) {
    if (loader == null
        || internalName == null
        || loader == agentLoader
        || loader == ClassLoader.getPlatformClassLoader()) {
      return false;
    }
    if (internalName.startsWith(OWN)) {
      return startsWithAny(internalName, OWN.length(), OWN_PROGRAMS);
    }
    if (internalName.startsWith(TORNADO)) {
      return startsWithAny(internalName, TORNADO.length(), TORNADO_PROGRAMS);
    }
    return !startsWithAny(internalName, 0, JDK);
  }

  private static boolean startsWithAny(String name, int offset, List<String> prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix, offset)) {
        return true;
      }
    }
    return false;
  }
}
