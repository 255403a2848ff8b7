package dev.slipstream.compiler;

import java.util.List;
import java.util.Optional;

/**
 * What became of one class.
 *
 * @param classFile the rewritten class file, or empty if nothing was changed
 * @param kernels the loops that were taken
 * @param refused the marked loops that were not
 */
public record CompiledClass(
    Optional<byte[]> classFile, List<LoopKernel> kernels, List<RefusedLoop> refused) {

  /** Copies the lists. */
  public CompiledClass {
    kernels = List.copyOf(kernels);
    refused = List.copyOf(refused);
  }
}
