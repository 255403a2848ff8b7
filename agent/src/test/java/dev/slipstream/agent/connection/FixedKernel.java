package dev.slipstream.agent.connection;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Optional;

/** A loop whose executions all have the same plan. */
record FixedKernel(int site, LaunchPlan plan, Optional<byte[]> workClass) implements LoopKernel {
  FixedKernel(LaunchPlan plan) {
    this(0, plan, Optional.empty());
  }

  @Override
  public LoopName name() {
    return new LoopName("com.acme.Heat", "heat", 12, 0);
  }

  @Override
  public RangeKernel kernel() {
    return new RangeKernel(
        name().toString(),
        "slipstream.kernel.Heat",
        new byte[] {1, 2, 3},
        1,
        List.of(new KernelParameter("u", "[D")));
  }

  @Override
  public RangeKernel checkedKernel() {
    return kernel();
  }

  @Override
  public List<LoopName> inner() {
    return List.of();
  }

  @Override
  public List<String> analysis() {
    return List.of();
  }

  @Override
  public long identity() {
    return 0;
  }

  @Override
  public Optional<LoopMappers> mappers(int start, Object[] captures) {
    return Optional.empty();
  }

  @Override
  public List<String> derivation(int start, Object[] captures) {
    return List.of();
  }

  @Override
  public String violation(int number) {
    return "violation " + number;
  }

  @Override
  public String note() {
    return "a note";
  }

  @Override
  public LaunchPlan plan(int start, Object[] captures) {
    return plan;
  }
}
