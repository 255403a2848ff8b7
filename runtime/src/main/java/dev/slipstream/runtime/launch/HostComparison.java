package dev.slipstream.runtime.launch;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by measuring whether a loop is faster on the host alone than on its device. Now and
 * then an execution is run on the host instead, so rarely that these trials take at most a tenth of
 * the time spent on the device. Knows executions of one order of magnitude of work, since small
 * ones may be faster on the host and large ones not. Thread-safe.
 */
final class HostComparison {
  private static final int LEAST_DEVICE_RUNS = 3;
  private static final int MOST_TRIALS = 4;
  private static final double TRIAL_SHARE = 0.1;

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
  private double hostBest = Double.MAX_VALUE;
  private double workOnHost;
  private int deferredRuns;
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
    if (trials >= MOST_TRIALS) {
      return hostBest < CLEARLY * deviceBest ? Advice.HOST : Advice.DEVICE;
    }
    if (deviceRuns < LEAST_DEVICE_RUNS || (trials > 0 && hostBest > HOPELESS * deviceBest)) {
      return Advice.DEVICE;
    }
    return paysForTrial(work) ? Advice.TRIAL : Advice.DEVICE;
  }

  private boolean paysForTrial(long work) {
    return hostNanosPerInstruction() * work * (trials + 1) <= TRIAL_SHARE * deviceNanos;
  }

  private double hostNanosPerInstruction() {
    return trials == 0 ? GUESSED_NANOS_PER_INSTRUCTION : hostBest;
  }

  private Advice adviceOnDeferred(long work) {
    if (hostIsFaster) {
      return Advice.HOST;
    }
    if (deferredRuns < LEAST_DEVICE_RUNS) {
      return Advice.DEVICE;
    }
    if (trials == 0) {
      return paysForTrial(work) ? Advice.TRIAL : Advice.DEVICE;
    }
    double cost = deferredNanos / deferredWork;
    hostIsFaster =
        cost > FAR_SLOWER * hostBest
            || (deferredRuns >= MEANINGFUL_RUNS && hostBest < CLEARLY * cost);
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
    if (spent >= needed && trials > 0) {
      return Advice.DEVICE;
    }
    return spent >= needed / 2 && trials == 0 ? Advice.TRIAL : Advice.HOST;
  }

  /**
   * An execution was submitted to the device, which runs it later.
   *
   * @param nanos how long the program waited until it could go on
   */
  synchronized void deferredTook(long work, long nanos) {
    deferredRuns++;
    if (deferredRuns > 1) {
      // The first one holds the driver's work on the kernel.
      deviceNanos += nanos;
      deferredNanos += nanos;
      deferredWork += work;
    }
    if (deferredRuns == 2 * MEANINGFUL_RUNS) {
      // What was long ago counts less and less.
      deferredRuns = MEANINGFUL_RUNS;
      deferredNanos /= 2;
      deferredWork /= 2;
    }
  }

  /** The program waited for what executions have left on the device. */
  synchronized void deferredWaited(long nanos) {
    if (deferredRuns > 1) {
      deviceNanos += nanos;
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

  /** A trial took this time. */
  synchronized void hostTook(long work, long nanos) {
    trials++;
    hostBest = Math.min(hostBest, (double) nanos / Math.max(1, work));
  }
}
