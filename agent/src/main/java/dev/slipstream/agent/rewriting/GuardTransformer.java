package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.loading.BootAccess;
import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.emission.NativeMethods;
import dev.slipstream.compiler.guard.scan.KnownClasses;
import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts guards into classes while they are loaded or retransformed. It runs after the transformer
 * that takes loops, and sees that transformer's result. It reports what cannot be guarded before
 * that code can run. Called by the JVM in any thread that loads a class; never throws.
 */
public final class GuardTransformer implements ClassFileTransformer {
  /** The internal name of the boot class that instrumented classes call. */
  static final String DISPATCHER = "dev/slipstream/boot/Guards";

  /**
   * For a class that is loaded while this thread is looking for files: loaders run code of the
   * program.
   */
  private static final ClassLibrary NOTHING_IS_FOUND = name -> Optional.empty();

  private final GuardScope scope;
  private final Function<ClassLoader, ClassLibrary> libraries;
  private final BootAccess bootAccess;
  private final ArrayGuard guard;
  private final GuardSource source;
  private final GivenMethods given = new GivenMethods();
  private final SeenClasses seen = new SeenClasses();
  private final ThreadLocal<Boolean> looking = ThreadLocal.withInitial(() -> false);
  private final Map<String, Set<String>> changedWhenLoaded = new ConcurrentHashMap<>();
  private volatile GuardForm whenLoaded = GuardForm.OWN_METHODS;

  /**
   * @param libraries finds the class files that a loader sees
   * @param source provides the classes with guards
   * @param guard is told which code cannot be guarded
   */
  public GuardTransformer(
      GuardScope scope,
      Function<ClassLoader, ClassLibrary> libraries,
      BootAccess bootAccess,
      GuardSource source,
      ArrayGuard guard) {
    this.source = source;
    this.scope = scope;
    this.libraries = libraries;
    this.bootAccess = bootAccess;
    this.guard = guard;
  }

  /**
   * Installs the transformer in the JVM.
   *
   * @param instrumentation passes classes to this transformer from now on, and resolves native
   *     methods that are renamed with a prefix
   */
  public void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(this, /* canRetransform= */ true);
    if (instrumentation.isNativeMethodPrefixSupported()) {
      instrumentation.setNativeMethodPrefix(this, NativeMethods.PREFIX);
      whenLoaded = GuardForm.OWN_METHODS_AND_NATIVES;
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (module == null || internalName == null) {
      return null;
    }
    try {
      return scope.includes(module, loader, internalName)
          ? guard(module, loader, internalName, redefined != null, classFile).orElse(null)
          : null;
    } catch (Throwable e) {
      // The JVM would discard the exception silently, and the class would run without guards.
      guard.unguarded(
          internalName.replace('/', '.') + " could not be given guards, because of: " + e);
      return null;
    }
  }

  private Optional<byte[]> guard(
      Module module,
      @Nullable ClassLoader loader,
      String internalName,
      boolean isLoaded,
      byte[] classFile) {
    // The platform class loader sees whatever the bootstrap loader sees.
    ClassLoader seeing = loader == null ? ClassLoader.getPlatformClassLoader() : loader;
    GuardForm form = isLoaded ? given.of(loader, internalName) : whenLoaded;
    boolean isOfPlatform = scope.includesOfPlatform(module, internalName);
    GuardedClass guarded =
        isOfPlatform
            ? source.ofPlatform(internalName, classFile)
            : source.ofProgram(
                classFile, seeing, library(seeing), known(seeing), form, !looking.get());
    for (UnguardedMethod method : guarded.unguarded()) {
      guard.unguarded(method.method() + " cannot be given guards: " + method.reason());
    }
    if (!guarded.nativeMethods().isEmpty()) {
      guard.unguarded(
          guarded.nativeMethods().get(0)
              + " is native and cannot be given another name, and not all of its callers are seen");
    }
    if (guarded.classFile().isEmpty()) {
      return Optional.empty();
    }
    Optional<String> obstacle =
        loader == null && !isOfPlatform ? Optional.empty() : bootAccess.grant(module, seeing);
    if (obstacle.isPresent()) {
      guard.unguarded(
          internalName.replace('/', '.') + " cannot be given guards: " + obstacle.get());
      return Optional.empty();
    }
    if (!isLoaded) {
      given.add(loader, internalName, guarded.ownMethods());
    } else if (form == GuardForm.DIRECT) {
      changedWhenLoaded.put(internalName.replace('/', '.'), Set.copyOf(guarded.guarded()));
    }
    return guarded.classFile();
  }

  private ClassLibrary library(ClassLoader loader) {
    if (looking.get()) {
      return NOTHING_IS_FOUND;
    }
    ClassLibrary library = libraries.apply(loader);
    return name -> {
      looking.set(true);
      try {
        return library.find(name);
      } finally {
        looking.set(false);
      }
    };
  }

  /** Classes that cannot be looked for at the moment must not be remembered as missing. */
  private KnownClasses known(ClassLoader loader) {
    return looking.get() ? new KnownClasses() : seen.of(loader);
  }

  /** Whether a method was given guards when its class was loaded already. */
  public boolean changed(String className, String method) {
    String prefix = className + "." + method + "(";
    return changedWhenLoaded.getOrDefault(className, Set.of()).stream()
        .anyMatch(name -> name.startsWith(prefix));
  }
}
