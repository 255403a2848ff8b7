package dev.slipstream.runtime.loop;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * When devices are opened that the user has not asked for: once the program's loops have taken some
 * time on the host, less than opening devices and building kernels takes. A program that ends
 * earlier never waits for a driver, and one that goes on loses little, as with skis that are rented
 * before they are bought (Karlin et al., Competitive Snoopy Caching, 1988). Shared by all loops;
 * thread-safe.
 */
public final class OpeningRule {
  private static final long USUAL_NANOS = 250_000_000;

  /**
   * An execution with as much work, in estimated bytecode instructions as in {@link CostRule}, is
   * not waited for.
   */
  private static final long LARGE_WORK = 1_000_000_000;

  private final long nanosBefore;
  private final BooleanSupplier known;
  private final AtomicLong spent = new AtomicLong();

  private OpeningRule(long nanosBefore, BooleanSupplier known) {
    this.nanosBefore = nanosBefore;
    this.known = known;
  }

  /**
   * The usual rule.
   *
   * @param known whether devices have been opened by now, for whatever reason
   */
  public static OpeningRule usual(BooleanSupplier known) {
    return new OpeningRule(USUAL_NANOS, known);
  }

  /** Devices are opened for the first loop that pays. */
  public static OpeningRule atOnce() {
    return new OpeningRule(0, () -> true);
  }

  /** Whether it is too early to open devices for an execution with so much work. */
  boolean isTooEarly(long work) {
    return !known.getAsBoolean() && work < LARGE_WORK && spent.get() < nanosBefore;
  }

  /** An execution on the host took this time. */
  void tookOnHost(long nanos) {
    spent.addAndGet(nanos);
  }
}
