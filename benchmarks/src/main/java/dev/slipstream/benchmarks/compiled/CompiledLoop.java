package dev.slipstream.benchmarks.compiled;

import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.loop.Admission;
import dev.slipstream.runtime.loop.Loop;
import java.util.List;
import java.util.stream.IntStream;

/** Hands a compiled loop to the runtime. The agent does the same in a class of its own. */
final class CompiledLoop implements Loop {
  private final LoopKernel source;
  private final RangeKernel kernel;

  CompiledLoop(LoopKernel source) {
    this.source = source;
    this.kernel = rangeKernel(source);
  }

  static RangeKernel rangeKernel(LoopKernel source) {
    List<KernelParameter> parameters =
        IntStream.range(0, source.parameterNames().size())
            .mapToObj(
                p ->
                    new KernelParameter(
                        source.parameterNames().get(p), source.parameterTypes().get(p)))
            .toList();
    return new RangeKernel(
        source.name().toString(),
        source.className(),
        source.classFile(),
        source.dimensions(),
        parameters);
  }

  @Override
  public String name() {
    return source.name().toString();
  }

  @Override
  public RangeKernel kernel() {
    return kernel;
  }

  @Override
  public String note() {
    return source.note();
  }

  @Override
  public Admission admit(int start, Object[] captures) {
    LaunchPlan plan = source.plan(start, captures);
    if (plan instanceof LaunchPlan.Run run) {
      return new Admission.Run(launch(run), run.resume(), run.work());
    }
    return plan instanceof LaunchPlan.Stay stay
        ? new Admission.Stay(stay.reason())
        : new Admission.Empty();
  }

  private static Launch launch(LaunchPlan.Run run) {
    ArrayAccess[] accesses = new ArrayAccess[run.accesses().size()];
    for (int i = 0; i < accesses.length; i++) {
      LaunchPlan.Access access = run.accesses().get(i);
      accesses[i] =
          new ArrayAccess(
              access.parameter(),
              access.readFrom(),
              access.readTo(),
              access.writtenFrom(),
              access.writtenTo(),
              access.writesAll());
    }
    return new Launch(
        new IterationSpace(run.starts(), run.steps(), run.counts()),
        run.arguments(),
        List.of(accesses));
  }
}
