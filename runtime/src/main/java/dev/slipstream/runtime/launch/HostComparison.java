package dev.slipstream.runtime.launch;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by measuring whether a loop is faster on the host, on one core or on all, than on its
 * device. Now and then an execution is run on the host instead, so rarely that these trials take at
 * most a tenth of the time spent on the device, or some milliseconds; the first says nothing, since
 * the JIT may not have seen the kernel before. Knows executions of one order of magnitude of work,
 * since small ones may be faster on the host and large ones not. Thread-safe.
 */
final class HostComparison {
  private static final int LEAST_DEVICE_RUNS = 10;

  /** So many runs that are left on a device, or so much time, hold what a driver does at first. */
  private static final int COLD_RUNS = 16;

  private static final double COLD_NANOS = 1_000_000_000;
  private static final int LEAST_WARM_RUNS = 4;

  private static final int LEAST_TRIALS = 2;
  private static final int MOST_TRIALS = 6;
  private static final double TRIAL_SHARE = 0.1;

  /** What trials may take before the device has taken ten times as long. */
  private static final double FREE_NANOS = 20_000_000;

  /** A trial that is this much faster than those before shows that the JIT is still at work. */
  private static final double FASTER = 0.8;

  /** A guess on the slow side for compiled code; what the first trial took replaces it. */
  private static final double GUESSED_NANOS_PER_INSTRUCTION = 0.5;

  /** A trial this many times slower than the device needs no second one. */
  private static final double HOPELESS = 20;

  /** What a program with its copies loses at most before it is known that arrays do not stay. */
  private static final double COPY_SHARE = 0.25;

  /** A guess on the slow side. */
  private static final double NANOS_PER_COPIED_BYTE = 0.25;

  /** By then a device that is slower holds up the program. */
  private static final int MEANINGFUL_RUNS = 32;

  /** Copies that are made again and again show at once. */
  private static final double FAR_SLOWER = 3;

  /** The device keeps the loop unless the host is clearly faster. */
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

  /** Where the next execution is to run. */
  enum Advice {
    /** On the device. */
    DEVICE,
    /** On the host, to be measured. */
    TRIAL,
    /** On the host, which is faster. */
    HOST
  }

  /**
   * @param measures whether what executions take counts; if not, advice depends on their work alone
   */
  HostComparison(boolean measures) {
    this.measures = measures;
  }

  /** Room for one of each order of magnitude; {@link #of} makes those that are needed. */
  static AtomicReferenceArray<@Nullable HostComparison> ofAll() {
    return new AtomicReferenceArray<>(Long.SIZE);
  }

  /**
   * That of executions whose work is between the same two powers of two.
   *
   * @param measures as above, if it is a new one
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

  /** Where an execution is to run. */
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
   * @param cost what the device takes for an instruction, in nanoseconds
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
   * Where an execution is to run that does not pay with all its copies, but may if its arrays stay
   * on the device for the next ones. It is tried there once the executions on the host have taken
   * far longer than the copies will.
   *
   * @param bytes what would be copied at first
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
   * An execution was submitted to the device, which runs it later.
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
      // What was long ago counts less and less.
      warmRuns = MEANINGFUL_RUNS;
      deferredNanos /= 2;
      deferredWork /= 2;
    }
  }

  private boolean isCold() {
    return deferredRuns <= COLD_RUNS && coldNanos < COLD_NANOS;
  }

  /** The program waited for what executions have left on the device. */
  synchronized void deferredWaited(long nanos) {
    deviceNanos += deferredRuns > 1 ? nanos : 0;
    if (isCold()) {
      coldNanos += nanos;
    } else {
      deferredNanos += nanos;
    }
  }

  /** An execution on the device took this time. */
  synchronized void deviceTook(long work, long nanos) {
    deviceRuns++;
    // The first one holds the driver's work on the kernel. It would pay for all trials at once,
    // while neither the device nor the code around it is warm.
    deviceNanos += deviceRuns > 1 ? nanos : 0;
    deviceBest = Math.min(deviceBest, (double) nanos / Math.max(1, work));
  }

  /**
   * A trial took this time.
   *
   * @return whether the JIT had seen the kernel before, so that the time says something
   */
  synchronized boolean hostTook(long work, long nanos) {
    double took = (double) nanos / Math.max(1, work);
    trials++;
    trialNanos += nanos;
    isSteady = took > FASTER * hostBest;
    hostBest = Math.min(hostBest, took);
    return trials >= LEAST_TRIALS;
  }

  /** What an execution would take on the host, in nanoseconds, going by the best trial. */
  synchronized long onHost(long work) {
    return (long) (hostNanosPerInstruction() * work);
  }

  /** What executions have taken on the device, in nanoseconds. */
  synchronized long onDevice() {
    return (long) deviceNanos;
  }
}
