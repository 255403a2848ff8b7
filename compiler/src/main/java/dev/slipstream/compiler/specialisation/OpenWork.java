package dev.slipstream.compiler.specialisation;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How the call site of a loop that is compiled when it is reached can estimate the work of an
 * execution by itself.
 *
 * @param classes those of the objects for which the loop was compiled
 * @param classFile the class that does so, as {@code LoopKernel.workClass}; empty if that needs
 *     more than what the call site passes
 */
public record OpenWork(
    List<WeakReference<Class<?>>> classes, Supplier<Optional<byte[]>> classFile) {

  /** Copies the list. */
  public OpenWork {
    classes = List.copyOf(classes);
  }
}
