package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of instrumenting one class.
 *
 * @param classFile the instrumented class file, or empty if nothing was changed
 * @param guarded the methods that were changed, by class, name and descriptor
 * @param unguarded the methods that could not be guarded, with the reasons
 * @param ownMethods the methods that were added, by name and descriptor; see {@link GuardForm}
 * @param nativeMethods the class's native methods, which every caller must fence; see {@link
 *     NativeMethods}
 */
public record GuardedClass(
    Optional<byte[]> classFile,
    List<String> guarded,
    List<UnguardedMethod> unguarded,
    Set<String> ownMethods,
    List<String> nativeMethods) {

  /** Copies the collections. */
  public GuardedClass {
    guarded = List.copyOf(guarded);
    unguarded = List.copyOf(unguarded);
    ownMethods = Set.copyOf(ownMethods);
    nativeMethods = List.copyOf(nativeMethods);
  }
}
