package dev.slipstream.compiler;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The kernels of loops, each loaded once. */
public final class LoadedKernels {
  private final Map<List<Object>, RangeKernel> codes = new HashMap<>();
  private final Map<List<Object>, Optional<Inspector>> inspectors = new HashMap<>();
  private final Map<RangeKernel, MethodHandle> handles = new HashMap<>();
  private final UnaryOperator<byte[]> change;

  /**
   * @param change changes each class file before it is used
   */
  public LoadedKernels(UnaryOperator<byte[]> change) {
    this.change = change;
  }

  /** The kernel of a run. */
  public RangeKernel code(LoopKernel kernel, LaunchPlan.Run run) {
    return codes.computeIfAbsent(
        List.of(kernel.site(), run.checked()),
        k -> {
          RangeKernel code = TestProgram.code(kernel, run);
          return new RangeKernel(
              code.loop(),
              code.className(),
              change.apply(code.classFile()),
              code.dimensions(),
              code.parameters());
        });
  }

  /** The inspector for the kernel of a run. */
  Optional<Inspector> inspector(LoopKernel kernel, LaunchPlan.Run run) {
    return inspectors.computeIfAbsent(
        List.of(kernel.site(), run.checked()), k -> kernel.inspector(run.checked()));
  }

  /** The {@code run} of a kernel. */
  MethodHandle handle(RangeKernel code) {
    return handles.computeIfAbsent(code, TestProgram::load);
  }

  /** Its {@code run}. */
  MethodHandle handle(LoopKernel kernel, LaunchPlan.Run run) {
    return handles.computeIfAbsent(code(kernel, run), TestProgram::load);
  }
}
