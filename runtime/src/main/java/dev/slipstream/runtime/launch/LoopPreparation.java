package dev.slipstream.runtime.launch;

import dev.slipstream.model.loop.LoopName;
import java.util.Optional;

/**
 * When a loop is prepared: soon if it has paid in earlier starts of the program, late if it has
 * not, and otherwise as the {@linkplain PreparationBudget program's budget} allows. Thread-safe.
 */
final class LoopPreparation {
  /**
   * An execution certainly takes longer than a pause if its work, in estimated instructions, is so
   * many times the pause's nanoseconds: a core executes up to four, and the work may be
   * overestimated.
   */
  private static final double WORK_PER_NANO = 16;

  /** What the preparation of a loop takes that was compiled when its class was loaded. */
  private static final long PROBABLE_NANOS = 20_000_000;

  private final PreparationBudget budget;
  private final Optional<LoopExperience> earlier;
  private final long pause;
  private final double workThatWaits;
  private long spent;
  private long ended;
  private volatile boolean isRefused;

  /**
   * @param earlier what earlier starts have learnt of the program
   * @param workThatWaits the work of an execution that takes longer than the preparation
   */
  LoopPreparation(
      PreparationBudget budget, ProgramExperience earlier, LoopName loop, double workThatWaits) {
    this.budget = budget;
    this.earlier = earlier.of(loop);
    this.workThatWaits = workThatWaits;
    this.pause =
        budget.isLimited() ? this.earlier.map(LoopExperience::pause).orElse(earlier.pause()) : 0;
  }

  /** What earlier starts have learnt of the loop. */
  Optional<LoopExperience> earlier() {
    return earlier;
  }

  /** Whether earlier starts have shown that the loop should be prepared as soon as possible. */
  boolean isUrgent() {
    return earlier.isPresent() && earlier.get().mayPay();
  }

  /** Whether the loop may be prepared now. If so, {@link #took} has to be called afterwards. */
  boolean begin() {
    return isUrgent() ? budget.beginImmediately() : budget.begin(pause);
  }

  /** The loop was prepared in so many nanoseconds. */
  void took(long nanos) {
    note(nanos);
    budget.took(nanos);
  }

  /** An execution has waited so many nanoseconds until the loop was prepared. */
  void waited(long nanos) {
    note(nanos);
    budget.waited(nanos);
  }

  /** An execution could not run as a kernel. */
  void refused() {
    if (!isRefused) {
      isRefused = true;
    }
  }

  private synchronized void note(long nanos) {
    spent += nanos;
    ended = budget.elapsed();
  }

  /** Whether earlier starts have shown that it is too early to wait for the loop. */
  boolean isPausing() {
    return pause > 0 && budget.elapsed() < pause;
  }

  /** The work of an execution that waits until the loop is prepared. */
  double workThatWaits() {
    return isPausing() ? WORK_PER_NANO * pause : workThatWaits;
  }

  /**
   * What this start has learnt; empty if nothing new.
   *
   * @param gained how much shorter executions have probably been, in nanoseconds
   * @param times the times that were measured on all cores, with any pause; empty if there are none
   */
  synchronized Optional<LoopExperience> learnt(double gained, Optional<LoopExperience> times) {
    if (spent == 0 && times.isEmpty() && !isRefused) {
      return Optional.empty();
    }
    long next = hasPaid(gained, times) ? 0 : budget.pauseOfNextStart();
    LoopExperience known = times.or(() -> earlier).orElse(LoopExperience.NONE).withPause(next);
    boolean isNew = earlier.isEmpty() || known.differsFrom(earlier.get());
    return isNew ? Optional.of(known) : Optional.empty();
  }

  private boolean hasPaid(double gained, Optional<LoopExperience> times) {
    long elapsed = budget.elapsed();
    if (times.isEmpty() && gained == 0 && earlier.isEmpty() && !isRefused && 2 * ended > elapsed) {
      // It came too late to show anything.
      return true;
    }
    // If it comes earlier the next time, it will gain more.
    double fromTheStart = gained * elapsed / Math.max(1, elapsed - ended);
    return Math.max(gained, fromTheStart) >= (spent == 0 ? PROBABLE_NANOS : spent);
  }
}
