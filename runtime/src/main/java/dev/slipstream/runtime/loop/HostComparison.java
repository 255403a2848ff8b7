package dev.slipstream.runtime.loop;

/**
 * Finds out by measuring whether a loop is faster on the host alone than on its device. Now and
 * then an execution is run on the host instead, so rarely that these trials take at most a tenth of
 * the time spent on the device. Executions are told apart by the order of magnitude of their work,
 * since small ones may be faster on the host and large ones not. Thread-safe.
 */
final class HostComparison {
  private static final int LEAST_DEVICE_RUNS = 3;
  private static final int MOST_TRIALS = 4;
  private static final double TRIAL_SHARE = 0.1;

  /** A guess on the slow side for compiled code; what the first trial took replaces it. */
  private static final double GUESSED_NANOS_PER_INSTRUCTION = 0.5;

  /** A trial this many times slower than the device needs no second one. */
  private static final double HOPELESS = 20;

  /** The device keeps the loop unless the host is clearly faster. */
  private static final double CLEARLY = 0.9;

  private final Magnitude[] magnitudes = new Magnitude[Long.SIZE];

  HostComparison() {
    for (int i = 0; i < magnitudes.length; i++) {
      magnitudes[i] = new Magnitude();
    }
  }

  /** Where the next execution is to run. */
  enum Advice {
    /** On the device. */
    DEVICE,
    /** On the host, to be measured. */
    TRIAL,
    /** On the host, which is faster. */
    HOST
  }

  /** Where an execution is to run. */
  Advice advice(long work) {
    return magnitude(work).advice(work);
  }

  /** An execution on the device took this time. */
  void deviceTook(long work, long nanos) {
    magnitude(work).deviceTook(work, nanos);
  }

  /** A trial took this time. */
  void hostTook(long work, long nanos) {
    magnitude(work).hostTook(work, nanos);
  }

  private Magnitude magnitude(long work) {
    return magnitudes[Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, work))];
  }

  /** Executions whose work is between two powers of two. */
  private static final class Magnitude {
    private int deviceRuns;
    private double deviceNanos;
    private double deviceBest = Double.MAX_VALUE;
    private int trials;
    private double hostBest = Double.MAX_VALUE;

    synchronized Advice advice(long work) {
      if (trials >= MOST_TRIALS) {
        return hostBest < CLEARLY * deviceBest ? Advice.HOST : Advice.DEVICE;
      }
      if (deviceRuns < LEAST_DEVICE_RUNS || (trials > 0 && hostBest > HOPELESS * deviceBest)) {
        return Advice.DEVICE;
      }
      double perInstruction = trials == 0 ? GUESSED_NANOS_PER_INSTRUCTION : hostBest;
      double spent = perInstruction * work * (trials + 1);
      return spent <= TRIAL_SHARE * deviceNanos ? Advice.TRIAL : Advice.DEVICE;
    }

    synchronized void deviceTook(long work, long nanos) {
      deviceRuns++;
      // The first one holds the driver's work on the kernel. It would pay for all trials at once,
      // while neither the device nor the code around it is warm.
      deviceNanos += deviceRuns > 1 ? nanos : 0;
      deviceBest = Math.min(deviceBest, (double) nanos / Math.max(1, work));
    }

    synchronized void hostTook(long work, long nanos) {
      trials++;
      hostBest = Math.min(hostBest, (double) nanos / Math.max(1, work));
    }
  }
}
