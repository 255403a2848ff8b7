package dev.slipstream.agent.connection;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * A taken loop with the user's settings applied: with or without Java's exact results, and with a
 * description of one of its first executions for the report. Thread-safe.
 */
final class ReportedLoop implements Loop {
  private final LoopKernel source;
  private final boolean fastMath;
  private final MapperListener listener;
  private final Optional<Promises> promises;
  private final boolean describesAll;
  private final Executor describing;
  private final AtomicBoolean wasReached = new AtomicBoolean();
  private volatile List<String> mappers = List.of();
  private volatile boolean isBroken;

  /** Is told about the first execution of a loop that may run as a kernel. */
  @FunctionalInterface
  interface MapperListener {
    /**
     * Called when the execution is reached. Exceptions that it throws are ignored.
     *
     * @param start the loop variable's value at the loop's entry
     * @param captures the values that the call site passed
     */
    void reached(LoopKernel kernel, int start, Object[] captures);
  }

  /** Checks whether executions keep what the user has promised about them. */
  @FunctionalInterface
  interface Promises {
    /**
     * Checks an execution before it runs.
     *
     * @return the broken promise, as shown to users; empty if there is none
     */
    Optional<String> broken(int start, Object[] captures, LaunchPlan.Run run);
  }

  /**
   * @param source the loop as compiled
   * @param fastMath whether devices may compute floating-point results that differ from Java's
   * @param listener is told about the first execution
   * @param promises checks what each execution reads against the user's declarations
   * @param describesAll whether the report also describes loops that always stay on the host
   * @param describing runs the description
   */
  ReportedLoop(
      LoopKernel source,
      boolean fastMath,
      MapperListener listener,
      Optional<Promises> promises,
      boolean describesAll,
      Executor describing) {
    this.source = source;
    this.fastMath = fastMath;
    this.listener = listener;
    this.promises = promises;
    this.describesAll = describesAll;
    this.describing = describing;
  }

  @Override
  public LoopName name() {
    return source.name();
  }

  @Override
  public RangeKernel kernel() {
    return source.kernel().withFastMath(fastMath);
  }

  @Override
  public RangeKernel checkedKernel() {
    return source.checkedKernel().withFastMath(fastMath);
  }

  @Override
  public Optional<Inspector> inspector(boolean checked) {
    return source.inspector(checked).map(found -> found.withFastMath(fastMath));
  }

  @Override
  public String violation(int number) {
    return source.violation(number);
  }

  @Override
  public String note() {
    // The note's error bounds are those of the exact kernel.
    return fastMath && !source.note().isEmpty()
        ? source.note() + "; on OpenCL as fastMath allows"
        : source.note();
  }

  @Override
  public LaunchPlan plan(int start, Object[] captures) {
    LaunchPlan plan = source.plan(start, captures);
    if (plan instanceof LaunchPlan.Run run) {
      if (describesAll) {
        leaves(start, captures);
      }
      promises.ifPresent(check -> keep(check, start, captures, run));
    }
    return plan;
  }

  @Override
  public List<KernelParameter> parameters() {
    return source.parameters();
  }

  @Override
  public int kernelBytes() {
    return source.kernelBytes();
  }

  @Override
  public boolean isPrepared() {
    return source.isPrepared();
  }

  @Override
  public void prepare(int start, Object[] captures, LongConsumer took) {
    source.prepare(start, captures, took);
  }

  @Override
  public boolean hasFixedOrder() {
    return source.hasFixedOrder();
  }

  @Override
  public boolean isInterpreted() {
    return source.isInterpreted();
  }

  @Override
  public void leaves(int start, Object[] captures) {
    if (!wasReached.get() && wasReached.compareAndSet(false, true)) {
      describing.execute(() -> describe(start, captures));
    }
  }

  @Override
  public List<String> mapperLines() {
    return mappers;
  }

  /** Records the first broken promise for the report. */
  private void keep(Promises check, int start, Object[] captures, LaunchPlan.Run run) {
    Optional<String> broken = isBroken ? Optional.empty() : check.broken(start, captures, run);
    if (broken.isPresent()) {
      isBroken = true;
      List<String> lines = new ArrayList<>(mappers);
      lines.add(broken.get());
      mappers = List.copyOf(lines);
    }
  }

  /** Records what the first execution reads and writes, for the report; never throws. */
  private void describe(int start, Object[] captures) {
    try {
      mappers = source.mappers(start, captures).map(LoopMappers::lines).orElse(List.of());
      listener.reached(source, start, captures);
    } catch (Throwable unknown) {
      // A gap in the report must not cost the execution; the report names the gap.
      mappers = List.of("what it reads and writes could not be found: " + unknown);
    }
  }
}
