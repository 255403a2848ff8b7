package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.kept.KeptClasses;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.GuardPass;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.emission.PlatformReaders;
import dev.slipstream.compiler.guard.scan.KnownClasses;
import dev.slipstream.runtime.coherence.HostArrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Provides classes with guards: those that an earlier start of the program has kept, otherwise new
 * ones from the compiler. The compiler is loaded only when it is needed. Thread-safe.
 */
public final class GuardSource {
  /**
   * The forms of a class that do not depend on how it was instrumented before; the index is the
   * number under which the class is kept.
   */
  private static final GuardForm[] FORMS = {
    GuardForm.DIRECT, GuardForm.OWN_METHODS, GuardForm.OWN_METHODS_AND_NATIVES
  };

  private static final int OF_PLATFORM = FORMS.length;

  private final Optional<KeptClasses> kept;
  private final ClassLoader ofProgram = ClassLoader.getSystemClassLoader();
  private volatile @Nullable GuardPass pass;
  private volatile @Nullable PlatformReaders platform;

  /**
   * @param kept kept classes of earlier starts, for those that the JVM's own loaders find
   */
  public GuardSource(Optional<KeptClasses> kept) {
    this.kept = kept;
  }

  /** Returns a class of the JDK with guards. */
  GuardedClass ofPlatform(String internalName, byte[] classFile) {
    return find(
        classFile,
        OF_PLATFORM,
        /* isComplete= */ true,
        () -> platform().guard(internalName, classFile));
  }

  /**
   * Returns a class of the program with guards.
   *
   * @param loader its loader
   * @param isComplete whether the library finds all classes that exist
   */
  GuardedClass ofProgram(
      byte[] classFile,
      ClassLoader loader,
      ClassLibrary library,
      KnownClasses known,
      GuardForm form,
      boolean isComplete) {
    Supplier<GuardedClass> making = () -> pass().guard(classFile, library, known, form);
    if (loader == ofProgram) {
      for (int number = 0; number < FORMS.length; number++) {
        if (FORMS[number] == form) {
          return find(classFile, number, isComplete, making);
        }
      }
    }
    return making.get();
  }

  private GuardedClass find(
      byte[] classFile, int form, boolean isComplete, Supplier<GuardedClass> making) {
    if (kept.isEmpty()) {
      return making.get();
    }
    Optional<GuardedClass> before = kept.get().find(classFile, form);
    if (before.isPresent()) {
      return before.get();
    }
    GuardedClass made = making.get();
    if (isComplete) {
      kept.get().add(classFile, form, made);
    }
    return made;
  }

  /** Two threads that come first may both create it, which does no harm. */
  private GuardPass pass() {
    GuardPass made = pass;
    if (made == null) {
      made = new GuardPass(GuardTransformer.DISPATCHER, HostArrays.LEAST_LENGTH);
      pass = made;
    }
    return made;
  }

  private PlatformReaders platform() {
    PlatformReaders made = platform;
    if (made == null) {
      made = new PlatformReaders(GuardTransformer.DISPATCHER);
      platform = made;
    }
    return made;
  }
}
