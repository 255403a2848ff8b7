package dev.slipstream.compiler;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenLoop;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.List;
import java.util.Optional;

/**
 * What became of one class.
 *
 * @param classFile the rewritten class file, or empty if nothing was changed
 * @param kernels the loops that were taken
 * @param open those that are taken when they are reached
 * @param refused the marked loops that were not
 */
public record CompiledClass(
    Optional<byte[]> classFile,
    List<LoopKernel> kernels,
    List<OpenLoop> open,
    List<RefusedLoop> refused) {

  /** Copies the lists. */
  public CompiledClass {
    kernels = List.copyOf(kernels);
    open = List.copyOf(open);
    refused = List.copyOf(refused);
  }
}
