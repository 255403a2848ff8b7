package dev.slipstream.compiler.guard;

import java.util.List;
import java.util.Optional;

/**
 * What became of one class.
 *
 * @param classFile the instrumented class file, or empty if nothing was changed
 * @param guarded the methods that were changed, by class, name and descriptor
 * @param unguarded what could not be guarded, with the reasons
 * @param nativeMethods the class's native methods, which may use any array
 */
public record GuardedClass(
    Optional<byte[]> classFile,
    List<String> guarded,
    List<UnguardedMethod> unguarded,
    List<String> nativeMethods) {

  /** Copies the lists. */
  public GuardedClass {
    guarded = List.copyOf(guarded);
    unguarded = List.copyOf(unguarded);
    nativeMethods = List.copyOf(nativeMethods);
  }
}
