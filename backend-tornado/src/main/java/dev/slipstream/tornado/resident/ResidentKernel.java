package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.launch.Refusal;
import dev.slipstream.tornado.launch.TaskKernel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A loop's kernel for arrays that stay on the device. Used by whoever holds the device's lock. */
public final class ResidentKernel {
  private final ResidentTarget target;
  private final TaskKernel kernel;
  private final RangeKernel source;
  private final Refusal refusal;
  private @Nullable KernelGraph graph;
  private boolean hasRun;

  /**
   * @param source what the host runs where TornadoVM refuses
   * @param refusal what is known of that
   */
  public ResidentKernel(
      ResidentTarget target, TaskKernel kernel, RangeKernel source, Refusal refusal) {
    this.target = target;
    this.kernel = kernel;
    this.source = source;
    this.refusal = refusal;
  }

  RangeKernel source() {
    return source;
  }

  /** Whether it is known that TornadoVM does not run it. */
  boolean isRefused() {
    return refusal.reason().isPresent();
  }

  /**
   * Runs it.
   *
   * @param blocks where the arrays are, by the kernel's parameters; others are not touched
   * @param nothing what stands for those
   * @throws TornadoException if it fails; if it is refused then, nothing has run
   */
  void run(Launch launch, List<@Nullable Block> blocks, Block nothing) throws TornadoException {
    refusal.throwIfRefused();
    try {
      KernelGraph ready = graph;
      if (ready == null) {
        ready = new KernelGraph(target, kernel);
        graph = ready;
      }
      for (int parameter : ready.parameters()) {
        @Nullable Block block = blocks.get(parameter);
        ready.bind(parameter, block == null ? nothing : block);
      }
      ready.run(launch.space(), launch.arguments());
      hasRun = true;
    } catch (TornadoException e) {
      if (!hasRun) {
        // What fails first is to compile it.
        refusal.refuse(e);
      }
      throw e;
    }
  }
}
