package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.guard.emission.PlatformReaders;
import java.lang.module.ResolvedModule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which classes may use arrays of the program, and so need guards: all but those of the agent, of
 * compilers, of TornadoVM and, with few exceptions, of the JDK. Thread-safe.
 */
public final class GuardScope {
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

  /**
   * Modules of compilers, which know classes and graphs, never a program's arrays. TornadoVM brings
   * them.
   */
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

  /** The loader of the classes by which the JDK's reflection calls methods. */
  private static final String REFLECTION = "jdk.internal.reflect.DelegatingClassLoader";

  /** The names of the modules of proxies begin with this; no layer has them. */
  private static final String PROXIES = "jdk.proxy";

  private final ClassLoader agentLoader;
  private final Predicate<String> isOnBootClassPath;
  private final Set<String> platformModules = new HashSet<>();

  /**
   * @param agentLoader the loader of the agent's own classes
   * @param isOnBootClassPath whether the program has a class, by its internal name, on the
   *     bootstrap class path
   */
  public GuardScope(ClassLoader agentLoader, Predicate<String> isOnBootClassPath) {
    this.agentLoader = agentLoader;
    this.isOnBootClassPath = isOnBootClassPath;
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
        && !isMade(module, loader)
        && !startsWithAny(internalName, OWN)
        && !(module.isNamed() && startsWithAny(internalName, COMPILERS))
        && (!internalName.startsWith(TORNADO) || startsWithAny(internalName, TORNADO_PROGRAMS))
        && !isOfAgent(loader)
        && !isOfOtherAgent(loader, internalName);
  }

  /** Whether the JDK makes it at run time; it holds no instructions that use elements. */
  private static boolean isMade(Module module, @Nullable ClassLoader loader) {
    return (module.isNamed() && module.getLayer() == null && module.getName().startsWith(PROXIES))
        || (loader != null
            && loader.getClass().getClassLoader() == null
            && loader.getClass().getName().equals(REFLECTION));
  }

  /**
   * Whether another agent has brought it. What the JDK's classes call of it is called while they
   * load and link others, and must wait for nothing; arrays of the program it does not compute
   * with. Its classes have the bootstrap loader, or a loader whose own class has that.
   */
  private boolean isOfOtherAgent(@Nullable ClassLoader loader, String internalName) {
    if (loader == null) {
      return !isOnBootClassPath.test(internalName);
    }
    Class<?> type = loader.getClass();
    return type.getClassLoader() == null
        && !isOfPlatform(type.getModule())
        && !isOnBootClassPath.test(type.getName().replace('.', '/'));
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
