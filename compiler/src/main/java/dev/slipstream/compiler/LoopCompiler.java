package dev.slipstream.compiler;

import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Takes the marked loops out of classes. Thread-safe. */
public final class LoopCompiler {
  /** The class that rewritten call sites call; it must be visible to every rewritten class. */
  public static final String DISPATCH_CLASS = "dev/slipstream/boot/LoopDispatch";

  private final IntSupplier siteNumbers;

  /**
   * @param siteNumbers gives each taken loop a number of its own
   */
  public LoopCompiler(IntSupplier siteNumbers) {
    this.siteNumbers = siteNumbers;
  }

  /**
   * Whether a class could hold a marked loop: a quick look at its bytes, without parsing them.
   *
   * @param classFile the class file
   */
  public static boolean mayHoldMarkedLoop(byte[] classFile) {
    return false;
  }

  /**
   * Compiles the marked loops of one class.
   *
   * @param classFile the class file
   * @param library where other classes' files are found
   * @param selection the loops named by the user
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public CompiledClass compile(byte[] classFile, ClassLibrary library, LoopSelection selection) {
    if (siteNumbers.getAsInt() < 0) {
      throw new IllegalStateException("site numbers must not be negative");
    }
    return new CompiledClass(Optional.empty(), List.of(), List.of());
  }
}
