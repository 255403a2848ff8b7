package dev.slipstream.runtime.launch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * When devices are opened that the user has not asked for: once the program's loops have taken some
 * time on all cores, less than opening devices and building kernels takes. A program that ends
 * earlier never waits for a driver, and one that goes on loses little, as with skis that are rented
 * before they are bought (Karlin et al., Competitive Snoopy Caching, 1988). Shared by all loops;
 * thread-safe.
 */
public final class OpeningRule {
  /** Estimated instructions, as in {@link CostRule}, that a core executes in a nanosecond. */
  private static final long FAST = 4;

  private final long nanosBefore;
  private final BooleanSupplier known;
  private final AtomicLong spent = new AtomicLong();

  private OpeningRule(long nanosBefore, BooleanSupplier known) {
    this.nanosBefore = nanosBefore;
    this.known = known;
  }

  /**
   * Devices are opened after a while.
   *
   * @param time how long loops take on all cores before
   * @param known whether devices have been opened by now, for whatever reason
   */
  public static OpeningRule after(Duration time, BooleanSupplier known) {
    return new OpeningRule(time.toNanos(), known);
  }

  /** Devices are opened for the first loop that pays. */
  public static OpeningRule atOnce() {
    return new OpeningRule(0, () -> true);
  }

  /** Whether the user wants to see what loops do on devices. */
  boolean isAtOnce() {
    return nanosBefore == 0;
  }

  /**
   * Whether it is too early to open devices for an execution.
   *
   * @param work estimated instructions; what takes so long by itself is not tried on the cores
   */
  boolean isTooEarly(long work) {
    return !known.getAsBoolean() && work / FAST < nanosBefore && spent.get() < nanosBefore;
  }

  /** An execution on all cores took this time. */
  void tookOnCores(long nanos) {
    spent.addAndGet(nanos);
  }
}
