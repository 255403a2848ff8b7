package dev.slipstream.compiler;

import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The kernels of loops, each loaded once. */
public final class LoadedKernels {
  private final Map<List<Object>, KernelCode> codes = new HashMap<>();
  private final Map<KernelCode, MethodHandle> handles = new HashMap<>();
  private final UnaryOperator<byte[]> change;

  /**
   * @param change what becomes of each class file before it is used
   */
  public LoadedKernels(UnaryOperator<byte[]> change) {
    this.change = change;
  }

  /** The kernel that a run is for. */
  public KernelCode code(LoopKernel kernel, LaunchPlan.Run run) {
    return codes.computeIfAbsent(
        List.of(kernel.site(), run.checked()),
        k -> {
          KernelCode code = TestProgram.code(kernel, run);
          return new KernelCode(
              code.className(),
              change.apply(code.classFile()),
              code.parameterNames(),
              code.parameterTypes(),
              code.scratch());
        });
  }

  /** Its {@code run}. */
  MethodHandle handle(LoopKernel kernel, LaunchPlan.Run run) {
    return handles.computeIfAbsent(code(kernel, run), TestProgram::load);
  }
}
