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
   * Modules of compilers, which handle classes and graphs, never a program's arrays. They come with
   * TornadoVM.
   */
  private static final List<String> COMPILERS =
      List.of("jdk/graal/compiler/", "jdk/vm/ci/", "org/graalvm/");

  /**
   * A guard may wait for a device for which TornadoVM is working, so TornadoVM's own code has no
   * guards. Arrays that programs pass to its API are fenced at the call.
   */
  private static final String TORNADO = "uk/ac/manchester/tornado/";

  private static final List<String> TORNADO_PROGRAMS =
      List.of(TORNADO + "examples/", TORNADO + "benchmarks/", TORNADO + "unittests/");

  /** The JDK's classes for lambdas only call methods and hold the captured values. */
  private static final String LAMBDA = "$$Lambda";

  /** The loader of the classes through which the JDK's reflection calls methods. */
  private static final String REFLECTION = "jdk.internal.reflect.DelegatingClassLoader";

  /** The prefix of the modules of proxy classes, which are in no module layer. */
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

  /** Whether a loaded class needs guards. */
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

  /**
   * Whether the JDK generates the class at run time; such a class never accesses elements itself.
   */
  private static boolean isMade(Module module, @Nullable ClassLoader loader) {
    return (module.isNamed() && module.getLayer() == null && module.getName().startsWith(PROXIES))
        || (loader != null
            && loader.getClass().getClassLoader() == null
            && loader.getClass().getName().equals(REFLECTION));
  }

  /**
   * Whether another agent has added the class. The JDK calls such code while it loads and links
   * other classes, so it must not wait for anything, and it does not compute with arrays of the
   * program. Its classes have the bootstrap loader, or a loader whose own class has the bootstrap
   * loader.
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

  /** Whether the loader is the agent's, or one of those that the agent makes for kernels. */
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
