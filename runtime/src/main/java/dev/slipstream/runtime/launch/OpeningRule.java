package dev.slipstream.runtime.launch;

import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.execution.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Decides when devices are opened that the user has not asked for. This is once they would have
 * saved some time of the program's loops, about as much as it takes to open them, to build kernels
 * and to close them again. So a program that ends earlier, or whose loops gain nothing there, does
 * not open a driver, and one that runs longer loses little, as in the ski-rental problem (Karlin et
 * al., Competitive Snoopy Caching, 1988). The program goes on meanwhile, unless an execution is
 * long alone. Shared by all loops; thread-safe.
 */
public final class OpeningRule {
  /** Estimated instructions, as in {@link CostRule}, that a core executes in a nanosecond. */
  private static final long FAST = 4;

  /** Probably less of the estimated time than a loop takes, vectorised or not. */
  private static final double LEAST_PART = 0.375;

  /** So few that the JIT waits while a loop is prepared. */
  private static final int FEW_CORES = 2;

  /**
   * An execution with this much estimated work takes longer alone than the preparation of its loop
   * and all cores together.
   */
  private static final double WAITS = 1e9;

  private static final double WAITS_FOR_FEW_CORES = 5e9;

  private final long nanosBefore;
  private final int cores;
  private final BooleanSupplier known;
  private final Runnable opensSoon;
  private final ProgramExperience earlier;
  private final PreparationBudget budget;
  private final AtomicLong missed = new AtomicLong();
  private final ProgramLoss loss = new ProgramLoss();

  private OpeningRule(
      long nanosBefore,
      int cores,
      ProgramExperience earlier,
      BooleanSupplier known,
      Runnable opensSoon,
      Ticker ticker) {
    this.nanosBefore = nanosBefore;
    this.cores = cores;
    this.known = known;
    this.opensSoon = opensSoon;
    this.earlier = earlier;
    this.budget = new PreparationBudget(hasFewCores(), loss, ticker);
    if (earlier.opensDevices()) {
      missed.set(nanosBefore);
      opensSoon.run();
    }
  }

  /**
   * Opens devices after some time.
   *
   * @param time how much they would have saved before
   * @param cores the number of cores
   * @param earlier what earlier starts of the program have learnt
   * @param known whether devices have been opened by now, for whatever reason
   * @param opensSoon begins to open them while the program goes on; may be called often
   */
  public static OpeningRule after(
      Duration time,
      int cores,
      ProgramExperience earlier,
      BooleanSupplier known,
      Runnable opensSoon) {
    return after(time, cores, earlier, known, opensSoon, Ticker.SYSTEM);
  }

  /** The same with another clock. */
  static OpeningRule after(
      Duration time,
      int cores,
      ProgramExperience earlier,
      BooleanSupplier known,
      Runnable opensSoon,
      Ticker ticker) {
    return new OpeningRule(time.toNanos(), cores, earlier, known, opensSoon, ticker);
  }

  /** Opens devices for the first loop that pays. */
  public static OpeningRule immediate() {
    return new OpeningRule(0, 1, ProgramExperience.NONE, () -> true, () -> {}, Ticker.SYSTEM);
  }

  /** Whether devices are opened for the first loop that pays. */
  boolean isImmediate() {
    return nanosBefore == 0;
  }

  /**
   * Whether it is too early to open devices for an execution.
   *
   * @param work estimated instructions; an execution that is long alone is not tried on the cores
   */
  boolean isTooEarly(long work) {
    return !known.getAsBoolean() && !isLong(work) && missed.get() < nanosBefore;
  }

  /** Whether devices are open, for whatever reason. */
  boolean isOpen() {
    return known.getAsBoolean();
  }

  /**
   * Begins to open devices while the program goes on, unless that was done already.
   *
   * @return whether they are open
   */
  boolean open() {
    opensSoon.run();
    return isOpen();
  }

  /**
   * Whether an execution alone probably takes as long on all cores as devices would have to save
   * before they are opened. A vectorised loop may take a quarter of the least time of others, such
   * as a matrix product; a shorter one is measured on the cores first.
   */
  boolean isLong(long work) {
    return LEAST_PART * fastestOnCores(work) >= nanosBefore;
  }

  /** The least time that all cores take, in nanoseconds, unless the loop is vectorised. */
  double fastestOnCores(long work) {
    return (double) work / (FAST * cores);
  }

  /** When a loop is prepared. */
  LoopPreparation preparation(LoopName loop) {
    return new LoopPreparation(budget, earlier, loop, hasFewCores() ? WAITS_FOR_FEW_CORES : WAITS);
  }

  /**
   * What the next start of the program should know.
   *
   * @param learnt what this one has learnt of its loops
   * @param onDevices what devices with memory of their own have gained, in nanoseconds; empty if
   *     none was used
   * @return empty if that is no more than it knew
   */
  public Optional<ProgramExperience> learnt(
      Map<LoopName, LoopExperience> learnt, OptionalDouble onDevices) {
    Map<LoopName, LoopExperience> all = new HashMap<>(earlier.loops());
    all.putAll(learnt);
    ProgramExperience next =
        new ProgramExperience(
            budget.forNextStart().orElse(earlier.pause()),
            onDevices.isPresent() ? onDevices.getAsDouble() > nanosBefore : earlier.opensDevices(),
            all);
    return next.equals(earlier) ? Optional.empty() : Optional.of(next);
  }

  private boolean hasFewCores() {
    return !isImmediate() && areFew(cores);
  }

  /** Whether a program with so many cores, and the JIT that it needs, wait for what loops cost. */
  public static boolean areFew(int cores) {
    return cores <= FEW_CORES;
  }

  /** The number of cores. */
  int cores() {
    return cores;
  }

  /** What devices have cost the program. */
  ProgramLoss loss() {
    return loss;
  }

  /** Notes what devices would have saved of the time of an execution, in nanoseconds. */
  void missed(long nanos) {
    missed.addAndGet(nanos);
  }
}
