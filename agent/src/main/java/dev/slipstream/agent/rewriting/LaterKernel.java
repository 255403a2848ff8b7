package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.kept.KeptLoop;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A taken loop of an earlier start, whose kernel is compiled when the first execution is planned.
 * Thread-safe.
 */
final class LaterKernel implements LoopKernel {
  private final KeptLoop kept;
  private final LaterCompilation<LoopKernel> compilation;

  /**
   * @param kept what is known without the kernel
   * @param compilation compiles it
   */
  LaterKernel(KeptLoop kept, LaterCompilation<LoopKernel> compilation) {
    this.kept = kept;
    this.compilation = compilation;
  }

  private LoopKernel whole() {
    return compilation.await();
  }

  @Override
  public int site() {
    return kept.site();
  }

  @Override
  public LoopName name() {
    return kept.name();
  }

  @Override
  public List<LoopName> inner() {
    return kept.inner();
  }

  @Override
  public List<KernelParameter> parameters() {
    return kept.parameters();
  }

  @Override
  public int kernelBytes() {
    return kept.kernelBytes();
  }

  @Override
  public String note() {
    return kept.note();
  }

  @Override
  public boolean isInterpreted() {
    return kept.isInterpreted();
  }

  @Override
  public boolean hasFixedOrder() {
    return kept.workClass().isEmpty();
  }

  @Override
  public long identity() {
    return kept.identity();
  }

  @Override
  public Optional<byte[]> workClass() {
    return kept.workClass();
  }

  @Override
  public boolean isPrepared() {
    return compilation.isDone();
  }

  @Override
  public void prepare(int start, Object[] captures, LongConsumer took) {
    // The planner's code is loaded, and its first plan made, before the program needs one.
    compilation.begin(compiled -> compiled.plan(start, captures), took);
  }

  @Override
  public RangeKernel kernel() {
    return whole().kernel();
  }

  @Override
  public RangeKernel checkedKernel() {
    return whole().checkedKernel();
  }

  @Override
  public Optional<Inspector> inspector(boolean checked) {
    return whole().inspector(checked);
  }

  @Override
  public String violation(int number) {
    return whole().violation(number);
  }

  @Override
  public List<String> analysis() {
    return whole().analysis();
  }

  @Override
  public Optional<LoopMappers> mappers(int start, Object[] captures) {
    return whole().mappers(start, captures);
  }

  @Override
  public List<String> derivation(int start, Object[] captures) {
    return whole().derivation(start, captures);
  }

  @Override
  public LaunchPlan plan(int start, Object[] captures) {
    LoopKernel compiled;
    try {
      compiled = whole();
    } catch (IllegalStateException changed) {
      return new LaunchPlan.Stay(String.valueOf(changed.getMessage()));
    }
    return compiled.plan(start, captures);
  }
}
