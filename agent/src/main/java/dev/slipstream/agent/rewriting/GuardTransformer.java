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
 * Puts guards into classes while they are loaded or retransformed; comes after the transformer that
 * takes loops out, and sees what that has made. What cannot be guarded is told before it can run.
 * Called by the JVM in any thread that loads a class; never throws.
 */
public final class GuardTransformer implements ClassFileTransformer {
  /** The internal name of the boot class that instrumented classes call. */
  static final String DISPATCHER = "dev/slipstream/boot/Guards";

  /** Of a class that is loaded while files are looked for: loaders run code of the program. */
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
   * @param source puts guards in
   * @param guard is told what cannot be guarded
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
   * Goes to work.
   *
   * @param instrumentation sends classes here from now on, and finds native methods that are given
   *     other names
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
      // The JVM would drop it without a word, and the class would run without guards.
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
    // What the bootstrap loader sees the platform's sees, too.
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

  /** What is not found now for that reason alone is not to be remembered. */
  private KnownClasses known(ClassLoader loader) {
    return looking.get() ? new KnownClasses() : seen.of(loader);
  }

  /** Whether a method of a class was changed although the class was loaded already. */
  public boolean changed(String className, String method) {
    String prefix = className + "." + method + "(";
    return changedWhenLoaded.getOrDefault(className, Set.of()).stream()
        .anyMatch(name -> name.startsWith(prefix));
  }
}
