package dev.slipstream.runtime.launch;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures whether a loop is faster on the host, on one core or on all, than on its device. From
 * time to time an execution runs on the host instead. These trials are so rare that they take at
 * most a tenth of the time spent on the device, or some milliseconds. Trials do not count before
 * the JIT has compiled the kernel. Each object covers executions of one order of magnitude of work,
 * since small ones may be faster on the host and large ones not. Thread-safe.
 */
final class HostComparison {
  private static final int LEAST_DEVICE_RUNS = 10;

  /** After runs in earlier starts. */
  private static final int LEAST_RUNS_AGAIN = 2;

  /**
   * The first runs left on a device, up to this number or a certain time, include start-up work of
   * the driver.
   */
  private static final int COLD_RUNS = 16;

  private static final double COLD_NANOS = 1_000_000_000;
  private static final int LEAST_WARM_RUNS = 4;

  private static final double TRIAL_SHARE = 0.1;

  /**
   * The time that trials may take in any case, even before the device has taken ten times as long.
   */
  private static final double FREE_NANOS = 20_000_000;

  /** A conservative guess for compiled code, replaced by the first trial. */
  private static final double GUESSED_NANOS_PER_INSTRUCTION = 0.5;

  /** A host that is this many times slower in one trial needs no second one. */
  private static final double HOPELESS = 20;

  /** After so many runs it is certain that a slower device delays the program. */
  private static final int MEANINGFUL_RUNS = 32;

  /**
   * A device that is so many times slower, because of repeated copies, is recognised immediately.
   */
  private static final double FAR_SLOWER = 3;

  /** What two cores usually gain of what they could. */
  private static final double PROBABLE_PART = 0.6;

  /** The host must take less than this fraction of the device's time to get the loop. */
  private static final double CLEARLY = 0.9;

  private final boolean measures;
  private final int cores;
  private final DeviceCredit credit;
  private final LoopExperience earlier;
  private WarmTime device = new WarmTime();
  private WarmTime host;

  /** Whether the loop was measured anew after the device had become slower than the host. */
  private boolean isMeasuredAnew;

  /**
   * Whether a thread notes what the device took. It may be preempted then, so that other threads do
   * not wait for it, but leave their times to the next one.
   */
  private final AtomicBoolean isNoting = new AtomicBoolean();

  private final LongAdder leftNanos = new LongAdder();
  private final LongAdder leftWork = new LongAdder();
  private double deviceNanos;
  private double deviceWork;
  private double hostNanos;
  private double mayHaveGained;
  private double coresCost = Double.NaN;
  private double workOnHost;
  private int deferredRuns;

  /** Executions in a row that the program waited for, after some that were deferred. */
  private int awaitedInARow;

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
   * @param cores the number of the host's cores if these are the device; otherwise 0
   * @param program what devices cost the program
   * @param earlier the times of earlier starts
   */
  HostComparison(boolean measures, int cores, ProgramLoss program, LoopExperience earlier) {
    this.measures = measures;
    this.cores = cores;
    this.credit = new DeviceCredit(program, isCores());
    this.earlier = earlier;
    this.host = WarmTime.of(earlier);
  }

  /** What the device may cost the loop. */
  DeviceCredit credit() {
    return credit;
  }

  /** Advises where an execution should run. */
  synchronized Advice advice(long work) {
    if (!measures) {
      return Advice.DEVICE;
    }
    if (credit.isGivenBack() && !isTriedAgain()) {
      return Advice.HOST;
    }
    if (!Double.isNaN(coresCost)) {
      // The credit compares each execution with the cores.
      return Advice.DEVICE;
    }
    if (deferredRuns > 0) {
      return adviceOnDeferred(work);
    }
    if (device.runs() < leastRuns()) {
      return Advice.DEVICE;
    }
    if (needsTrial(device.best())) {
      return paysForTrial(work) ? Advice.TRIAL : Advice.DEVICE;
    }
    return host.isWarm() && !isStarting() && host.best() < CLEARLY * device.best()
        ? Advice.HOST
        : Advice.DEVICE;
  }

  private int leastRuns() {
    return Math.max(LEAST_RUNS_AGAIN, LEAST_DEVICE_RUNS - earlier.runs());
  }

  /** Whether it is time to compare the device with the host anew, after the host has won. */
  private boolean isTriedAgain() {
    boolean isTried = isCores() && credit.allows(0);
    if (isTried) {
      forgetTimes();
    }
    return isTried;
  }

  private void forgetTimes() {
    device = new WarmTime();
    host = new WarmTime();
  }

  /**
   * @param cost the device's time per instruction, in nanoseconds
   */
  private boolean needsTrial(double cost) {
    // The interpreter is hopeless, too.
    boolean isHopeless = host.runs() > 0 && host.isPlausible() && host.best() > HOPELESS * cost;
    return !host.isWarm() && !isHopeless;
  }

  private boolean paysForTrial(long work) {
    // What the cores would take as well is no loss.
    double saved = isCores() && device.runs() > 0 ? device.best() * work : 0;
    double after = host.nanos() + Math.max(0, hostNanosPerInstruction() * work - saved);
    return after <= Math.max(FREE_NANOS, TRIAL_SHARE * (earlier.nanos() + deviceNanos));
  }

  private double hostNanosPerInstruction() {
    if (host.runs() > 0) {
      return host.best();
    }
    if (!Double.isNaN(coresCost)) {
      return coresCost;
    }
    return earlier.runs() > 0
        ? Math.min(GUESSED_NANOS_PER_INSTRUCTION, cores * device.best())
        : GUESSED_NANOS_PER_INSTRUCTION;
  }

  /** Whether the device is the host's own cores. */
  boolean isCores() {
    return cores > 0;
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
        host.isWarm()
            && (cost > FAR_SLOWER * host.best()
                || (warmRuns >= MEANINGFUL_RUNS && host.best() < CLEARLY * cost));
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
    if (measures && credit.isGivenBack() && !credit.allows(0)) {
      return Advice.HOST;
    }
    if (measures && deferredRuns > 0) {
      return advice(work);
    }
    workOnHost += work;
    double needed = CostRule.worthStaying(bytes);
    double spent = workOnHost * hostNanosPerInstruction();
    if (!measures) {
      return spent >= needed ? Advice.DEVICE : Advice.HOST;
    }
    boolean isKnown = host.isWarm() || !Double.isNaN(coresCost);
    if (spent >= needed && isKnown) {
      return Advice.DEVICE;
    }
    return spent >= needed / 2 && !isKnown ? Advice.TRIAL : Advice.HOST;
  }

  /**
   * Notes that an execution was submitted to the device, which runs it later.
   *
   * @param nanos how long the program waited until it could go on
   */
  synchronized void deferredTook(long work, long nanos) {
    deferredRuns++;
    awaitedInARow = 0;
    boolean isFirst = deferredRuns == 1;
    counts(work, nanos, isFirst);
    // The time of the first one is that of opening drivers and building kernels.
    double cost = rivalCost();
    noteIfUnknown(cost, work, nanos);
    credit.ran(nanos, Double.isNaN(cost) ? 0 : (isFirst ? 0 : nanos) - cost * work);
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

  /** Executions are not deferred any more, so that their own times decide. */
  private void forgetDeferred() {
    deferredRuns = 0;
    hostIsFaster = false;
    coldNanos = 0;
    warmRuns = 0;
    deferredNanos = 0;
    deferredWork = 0;
  }

  private boolean isCold() {
    return deferredRuns <= COLD_RUNS && coldNanos < COLD_NANOS;
  }

  /** Notes that the program waited for results of executions on the device. */
  synchronized void deferredWaited(long nanos) {
    deviceNanos += deferredRuns > 1 ? nanos : 0;
    if (!Double.isNaN(rivalCost())) {
      credit.waited(nanos);
    }
    if (isCold()) {
      coldNanos += nanos;
    } else {
      deferredNanos += nanos;
    }
  }

  /** Notes the time of an execution on the device. */
  void deviceTook(long work, long nanos) {
    if (!isNoting.compareAndSet(false, true)) {
      leftNanos.add(nanos);
      leftWork.add(work);
      return;
    }
    try {
      note(work, nanos);
    } finally {
      isNoting.set(false);
    }
  }

  private synchronized void note(long work, long nanos) {
    boolean isFirst = device.runs() == 0;
    device.add(work, nanos);
    if (deferredRuns > 0 && ++awaitedInARow == COLD_RUNS) {
      forgetDeferred();
    }
    counts(work, nanos, isFirst);
    long allNanos = nanos + leftNanos.sumThenReset();
    long allWork = work + leftWork.sumThenReset();
    counts(allWork - work, allNanos - nanos, /* isFirst= */ false);
    double cost = rivalCost();
    noteIfUnknown(cost, allWork, allNanos);
    if (isCores() && !credit.isGivenBack()) {
      credit.starts();
    }
    credit.ran(allNanos, isStarting() || Double.isNaN(cost) ? 0 : allNanos - cost * allWork);
    credit.settled();
    if (isCores() && credit.isGivenBack() && !isMeasuredAnew) {
      // The loop may have become slower everywhere: a second comparison decides.
      isMeasuredAnew = true;
      forgetTimes();
      credit.continues();
    }
  }

  /** Whether the device's times say nothing yet, even if the host's are known. */
  private boolean isStarting() {
    if (earlier.isHostKnown()) {
      return device.runs() < LEAST_DEVICE_RUNS || !device.isSurelyCompiled();
    }
    return device.runs() < (isCores() ? LEAST_DEVICE_RUNS : 2);
  }

  /** Two cores gain as much time as they take, and a device what the host probably takes longer. */
  private void noteIfUnknown(double cost, long work, long nanos) {
    if (Double.isNaN(cost)) {
      long most = Math.max(nanos, onHost(work) - nanos);
      mayHaveGained += most;
      credit.isUnknown(most);
    }
  }

  private void counts(long work, long nanos, boolean isFirst) {
    // The first one includes the driver's work on the kernel. If it counted, it would pay for all
    // trials immediately, while neither the device nor the code around it is warm.
    if (!isFirst) {
      deviceNanos += nanos;
      deviceWork += work;
    }
  }

  /** The time per instruction on the cores or the host; not a number if it is not known. */
  private double rivalCost() {
    return host.isWarm() && !(coresCost < host.best()) ? host.best() : coresCost;
  }

  /**
   * Notes the time of a trial.
   *
   * @return whether the JIT had compiled the kernel before, so that the time is meaningful
   */
  synchronized boolean hostTook(long work, long nanos) {
    host.add(work, nanos);
    return host.isWarm();
  }

  /** Notes what the cores, or the host if it is faster, take per instruction, in nanoseconds. */
  synchronized void coresTake(double cost) {
    coresCost = cost;
  }

  /**
   * The time per instruction of this device or the host, whichever is faster, in nanoseconds; empty
   * while that of the device may be that of code that the JIT has not compiled.
   */
  synchronized OptionalDouble warmCost() {
    if (!device.isWarm()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(host.isWarm() ? Math.min(device.best(), host.best()) : device.best());
  }

  /** Notes that the host runs executions because it is faster. */
  synchronized void leftToHost(long work, long executions) {
    double nanos = executions * hostNanosPerInstruction() * work;
    hostNanos += nanos;
    credit.leaves(nanos);
  }

  /** The time of all executions on this device, or on the host because it is faster. */
  synchronized double nanosUpToNow() {
    return deviceNanos + hostNanos;
  }

  /** Whether the device was used, for whatever reason. */
  synchronized boolean isUsed() {
    return device.runs() > 0 || deferredRuns > 0;
  }

  /**
   * Whether the device takes less time than this on average, or too few executions are known.
   *
   * @param cost a time per instruction, in nanoseconds
   */
  synchronized boolean isFasterThan(double cost) {
    return deviceNanos <= cost * deviceWork;
  }

  /** What the host or the cores take per instruction, in nanoseconds; empty if it is not known. */
  synchronized OptionalDouble knownRival() {
    double cost = rivalCost();
    return Double.isNaN(cost) ? OptionalDouble.empty() : OptionalDouble.of(cost);
  }

  /**
   * What executions on the device have probably gained, in nanoseconds.
   *
   * @param other what the host takes per instruction of executions of another order of magnitude,
   *     in nanoseconds
   */
  synchronized double probableGain(OptionalDouble other) {
    double cost = Double.isNaN(rivalCost()) ? other.orElse(Double.NaN) : rivalCost();
    if (isCores() && host.isWarm()) {
      // The host would have been cold at first, too, but not as long as the device.
      double warm = (host.best() - device.best()) * deviceWork;
      return (warm + host.best() * deviceWork - deviceNanos) / 2;
    }
    if (!Double.isNaN(cost)) {
      return cost * deviceWork - deviceNanos;
    }
    double most = PROBABLE_PART * mayHaveGained;
    // Once it is warm, the host will not take longer than in a trial before.
    return host.runs() > 0 ? Math.min(most, host.best() * deviceWork - deviceNanos) : most;
  }

  /**
   * The times of this start and of earlier ones on the cores; empty if there are none of this one.
   *
   * @param millis the time now, in milliseconds since 1970
   */
  synchronized Optional<LoopExperience> times(int magnitude, long millis) {
    if (!isCores() || device.runs() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new LoopExperience(
            earlier.pause(),
            magnitude,
            earlier.runs() + device.runs(),
            earlier.nanos() + deviceNanos,
            host.runs(),
            host.nanos(),
            host.best(),
            host.isWarm(),
            host.runs() == earlier.hostRuns() ? earlier.measured() : millis));
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
