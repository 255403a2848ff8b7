package dev.slipstream.runtime.launch;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Measures whether a loop is faster on the host, on one core or on all, than on its device. From
 * time to time an execution runs on the host instead. These trials are so rare that they take at
 * most a tenth of the time spent on the device, or some milliseconds. The first trial does not
 * count, since the JIT may not have compiled the kernel before. Each object covers executions of
 * one order of magnitude of work, since small ones may be faster on the host and large ones not.
 * Thread-safe.
 */
final class HostComparison {
  private static final int LEAST_DEVICE_RUNS = 10;

  /**
   * The first runs left on a device, up to this number or a certain time, include start-up work of
   * the driver.
   */
  private static final int COLD_RUNS = 16;

  private static final double COLD_NANOS = 1_000_000_000;
  private static final int LEAST_WARM_RUNS = 4;

  private static final int LEAST_TRIALS = 2;
  private static final int MOST_TRIALS = 6;
  private static final double TRIAL_SHARE = 0.1;

  /**
   * The time that trials may take in any case, even before the device has taken ten times as long.
   */
  private static final double FREE_NANOS = 20_000_000;

  /**
   * A trial that takes less than this fraction of the earlier ones shows that the JIT is still
   * compiling.
   */
  private static final double FASTER = 0.8;

  /** A conservative guess for compiled code, replaced by the first trial. */
  private static final double GUESSED_NANOS_PER_INSTRUCTION = 0.5;

  /** A host that is this many times slower in one trial needs no second one. */
  private static final double HOPELESS = 20;

  /**
   * The largest fraction of time that a program loses with copies before it is known that arrays do
   * not stay.
   */
  private static final double COPY_SHARE = 0.25;

  /** A conservative guess. */
  private static final double NANOS_PER_COPIED_BYTE = 0.25;

  /** After so many runs it is certain that a slower device delays the program. */
  private static final int MEANINGFUL_RUNS = 32;

  /**
   * A device that is so many times slower, because of repeated copies, is recognised immediately.
   */
  private static final double FAR_SLOWER = 3;

  /** The host must take less than this fraction of the device's time to get the loop. */
  private static final double CLEARLY = 0.9;

  private final boolean measures;
  private int deviceRuns;
  private double deviceNanos;
  private double deviceBest = Double.MAX_VALUE;
  private int trials;
  private double trialNanos;
  private boolean isSteady;
  private double hostBest = Double.MAX_VALUE;
  private double workOnHost;
  private int deferredRuns;
  private double coldNanos;
  private int warmRuns;
  private double deferredWork;
  private double deferredNanos;
  private boolean hostIsFaster;

  /** Where the next execution should run. */
  enum Advice {
    /** On the device. */
    DEVICE,
    /** On the host, for a measurement. */
    TRIAL,
    /** On the host, which is faster. */
    HOST
  }

  /**
   * @param measures whether measurements count; if not, advice depends on the work alone
   */
  HostComparison(boolean measures) {
    this.measures = measures;
  }

  /** Creates slots for one object per order of magnitude; {@link #of} fills them on demand. */
  static AtomicReferenceArray<@Nullable HostComparison> ofAll() {
    return new AtomicReferenceArray<>(Long.SIZE);
  }

  /**
   * Returns the object for executions whose work is between the same two powers of two.
   *
   * @param measures as for the constructor, if the object is new
   */
  static HostComparison of(
      long work, AtomicReferenceArray<@Nullable HostComparison> all, boolean measures) {
    int magnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, work));
    HostComparison known = all.get(magnitude);
    if (known != null) {
      return known;
    }
    HostComparison made = new HostComparison(measures);
    HostComparison earlier = all.compareAndExchange(magnitude, null, made);
    return earlier == null ? made : earlier;
  }

  /** Advises where an execution should run. */
  synchronized Advice advice(long work) {
    if (!measures) {
      return Advice.DEVICE;
    }
    if (deferredRuns > 0) {
      return adviceOnDeferred(work);
    }
    if (deviceRuns < LEAST_DEVICE_RUNS) {
      return Advice.DEVICE;
    }
    if (needsTrial(deviceBest)) {
      return paysForTrial(work) ? Advice.TRIAL : Advice.DEVICE;
    }
    return hostBest < CLEARLY * deviceBest ? Advice.HOST : Advice.DEVICE;
  }

  /**
   * @param cost the device's time per instruction, in nanoseconds
   */
  private boolean needsTrial(double cost) {
    boolean isKnown = trials >= MOST_TRIALS || (trials >= LEAST_TRIALS && isSteady);
    return !isKnown && !(trials > 0 && hostBest > HOPELESS * cost);
  }

  private boolean paysForTrial(long work) {
    double after = trialNanos + hostNanosPerInstruction() * work;
    return after <= Math.max(FREE_NANOS, TRIAL_SHARE * deviceNanos);
  }

  private double hostNanosPerInstruction() {
    return trials == 0 ? GUESSED_NANOS_PER_INSTRUCTION : hostBest;
  }

  private Advice adviceOnDeferred(long work) {
    if (hostIsFaster) {
      return Advice.HOST;
    }
    if (warmRuns < LEAST_WARM_RUNS) {
      return Advice.DEVICE;
    }
    double cost = deferredNanos / deferredWork;
    if (needsTrial(cost)) {
      return paysForTrial(work) ? Advice.TRIAL : Advice.DEVICE;
    }
    hostIsFaster =
        cost > FAR_SLOWER * hostBest || (warmRuns >= MEANINGFUL_RUNS && hostBest < CLEARLY * cost);
    return hostIsFaster ? Advice.HOST : Advice.DEVICE;
  }

  /**
   * Advises on an execution that does not pay with all its copies, but may if its arrays stay on
   * the device for the next executions. It is tried on the device once the executions on the host
   * have taken far longer than the copies will.
   *
   * @param bytes the bytes that would be copied at first
   */
  synchronized Advice adviceOnStaying(long work, long bytes) {
    if (measures && deferredRuns > 0) {
      return adviceOnDeferred(work);
    }
    workOnHost += work;
    double needed = bytes * NANOS_PER_COPIED_BYTE / COPY_SHARE;
    double spent = workOnHost * hostNanosPerInstruction();
    if (!measures) {
      return spent >= needed ? Advice.DEVICE : Advice.HOST;
    }
    if (spent >= needed && trials >= LEAST_TRIALS) {
      return Advice.DEVICE;
    }
    return spent >= needed / 2 && trials < LEAST_TRIALS ? Advice.TRIAL : Advice.HOST;
  }

  /**
   * Notes that an execution was submitted to the device, which runs it later.
   *
   * @param nanos how long the program waited until it could go on
   */
  synchronized void deferredTook(long work, long nanos) {
    deferredRuns++;
    deviceNanos += deferredRuns > 1 ? nanos : 0;
    if (isCold()) {
      coldNanos += nanos;
      return;
    }
    warmRuns++;
    deferredNanos += nanos;
    deferredWork += work;
    if (warmRuns == 2 * MEANINGFUL_RUNS) {
      // Older measurements lose weight.
      warmRuns = MEANINGFUL_RUNS;
      deferredNanos /= 2;
      deferredWork /= 2;
    }
  }

  private boolean isCold() {
    return deferredRuns <= COLD_RUNS && coldNanos < COLD_NANOS;
  }

  /** Notes that the program waited for results of executions on the device. */
  synchronized void deferredWaited(long nanos) {
    deviceNanos += deferredRuns > 1 ? nanos : 0;
    if (isCold()) {
      coldNanos += nanos;
    } else {
      deferredNanos += nanos;
    }
  }

  /** Notes the time of an execution on the device. */
  synchronized void deviceTook(long work, long nanos) {
    deviceRuns++;
    // The first one includes the driver's work on the kernel. If it counted, it would pay for all
    // trials immediately, while neither the device nor the code around it is warm.
    deviceNanos += deviceRuns > 1 ? nanos : 0;
    deviceBest = Math.min(deviceBest, (double) nanos / Math.max(1, work));
  }

  /**
   * Notes the time of a trial.
   *
   * @return whether the JIT had compiled the kernel before, so that the time is meaningful
   */
  synchronized boolean hostTook(long work, long nanos) {
    double took = (double) nanos / Math.max(1, work);
    trials++;
    trialNanos += nanos;
    isSteady = took > FASTER * hostBest;
    hostBest = Math.min(hostBest, took);
    return trials >= LEAST_TRIALS;
  }

  /** The expected time of an execution on the host, in nanoseconds, from the best trial. */
  synchronized long onHost(long work) {
    return (long) (hostNanosPerInstruction() * work);
  }

  /** The total time of executions on the device, in nanoseconds. */
  synchronized long onDevice() {
    return (long) deviceNanos;
  }
}
