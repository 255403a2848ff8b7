package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.guard.emission.PlatformReaders;
import java.lang.module.ResolvedModule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which classes may use arrays of the program, and so need guards: all but those of the agent, of
 * compilers, of TornadoVM and, with few exceptions, of the JDK. Thread-safe.
 */
public final class GuardScope {
  /** Classes that the JDK makes, or the agent; they hold no instructions that use elements. */
  private static final List<String> MADE =
      List.of("jdk/internal/", "jdk/proxy", "com/sun/proxy/", "sun/reflect/");

  private static final List<String> OWN =
      List.of(
          "dev/slipstream/boot/",
          "dev/slipstream/agent/",
          "dev/slipstream/api/",
          "dev/slipstream/runtime/",
          "dev/slipstream/model/",
          "dev/slipstream/compiler/",
          "dev/slipstream/opencl/",
          "dev/slipstream/tornado/",
          "slipstream/tornado/");

  /** Compilers, which know classes and graphs, never a program's arrays. TornadoVM brings them. */
  private static final List<String> COMPILERS =
      List.of("jdk/graal/compiler/", "jdk/vm/ci/", "org/graalvm/");

  /**
   * TornadoVM may be at work for a device that a guard would wait for. What programs give to its
   * API is fenced where they call it.
   */
  private static final String TORNADO = "uk/ac/manchester/tornado/";

  private static final List<String> TORNADO_PROGRAMS =
      List.of(TORNADO + "examples/", TORNADO + "benchmarks/", TORNADO + "unittests/");

  /** The JDK's classes for lambdas only call methods, and hold what those are called with. */
  private static final String LAMBDA = "$$Lambda";

  private final ClassLoader agentLoader;
  private final Set<String> platformModules = new HashSet<>();

  /**
   * @param agentLoader the loader of the agent's own classes
   */
  public GuardScope(ClassLoader agentLoader) {
    this.agentLoader = agentLoader;
    for (ResolvedModule module : ModuleLayer.boot().configuration().modules()) {
      boolean ofImage =
          module.reference().location().filter(at -> "jrt".equals(at.getScheme())).isPresent();
      if (ofImage && (module.name().startsWith("java.") || module.name().startsWith("jdk."))) {
        platformModules.add(module.name());
      }
    }
  }

  /**
   * Whether a class needs guards where it uses arrays.
   *
   * @param module its module
   * @param loader its loader, null for the bootstrap loader
   * @param internalName its name with slashes
   */
  public boolean includes(Module module, @Nullable ClassLoader loader, String internalName) {
    return includesOfPlatform(module, internalName) || isNoPlatform(module, loader, internalName);
  }

  /** The same of a class that is loaded. */
  public boolean includes(Class<?> type) {
    return !(type.isHidden() && type.getName().contains(LAMBDA))
        && includes(type.getModule(), type.getClassLoader(), type.getName().replace('.', '/'));
  }

  /**
   * Whether a class of the JDK needs a guard of its own kind.
   *
   * @param module its module
   * @param internalName its name with slashes
   */
  public boolean includesOfPlatform(Module module, String internalName) {
    return PlatformReaders.include(internalName) && isOfPlatform(module);
  }

  private boolean isNoPlatform(Module module, @Nullable ClassLoader loader, String internalName) {
    return !isOfPlatform(module)
        && !startsWithAny(internalName, MADE)
        && !startsWithAny(internalName, OWN)
        && !startsWithAny(internalName, COMPILERS)
        && (!internalName.startsWith(TORNADO) || startsWithAny(internalName, TORNADO_PROGRAMS))
        && !isOfAgent(loader);
  }

  /** The loaders of kernels are made by the agent. */
  private boolean isOfAgent(@Nullable ClassLoader loader) {
    return loader != null
        && (loader == agentLoader || loader.getClass().getClassLoader() == agentLoader);
  }

  private boolean isOfPlatform(Module module) {
    return module.isNamed() && platformModules.contains(module.getName());
  }

  private static boolean startsWithAny(String name, List<String> prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
