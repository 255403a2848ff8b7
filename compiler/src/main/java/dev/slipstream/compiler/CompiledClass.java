package dev.slipstream.compiler;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.model.loop.RefusedLoop;
import java.util.List;
import java.util.Optional;

/**
 * The result of compiling one class.
 *
 * @param classFile the rewritten class file, or empty if nothing was changed
 * @param kernels the loops that were taken
 * @param open the loops that are compiled when they are reached
 * @param refused the marked loops that were refused
 */
public record CompiledClass(
    Optional<byte[]> classFile,
    List<LoopKernel> kernels,
    List<OpenCallSite> open,
    List<RefusedLoop> refused) {

  /** Copies the lists. */
  public CompiledClass {
    kernels = List.copyOf(kernels);
    open = List.copyOf(open);
    refused = List.copyOf(refused);
  }
}
