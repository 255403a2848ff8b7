package dev.slipstream.agent.kept;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Optional;

/**
 * What must be known about a taken loop before it is planned; see the methods of {@link LoopKernel}
 * of the same names.
 */
public record KeptLoop(
    int site,
    LoopName name,
    List<LoopName> inner,
    List<KernelParameter> parameters,
    int kernelBytes,
    String note,
    boolean isInterpreted,
    long identity,
    Optional<byte[]> workClass) {

  /** Copies the lists. */
  public KeptLoop {
    inner = List.copyOf(inner);
    parameters = List.copyOf(parameters);
  }

  /** Returns what is kept of a loop. */
  static KeptLoop of(LoopKernel loop) {
    return new KeptLoop(
        loop.site(),
        loop.name(),
        loop.inner(),
        loop.parameters(),
        loop.kernelBytes(),
        loop.note(),
        loop.isInterpreted(),
        loop.identity(),
        loop.workClass());
  }
}
