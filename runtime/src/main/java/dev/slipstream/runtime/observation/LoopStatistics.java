package dev.slipstream.runtime.observation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The figures of one loop up to now.
 *
 * @param devices its figures on devices, most runs first
 * @param hostRuns executions on the host
 * @param hostReasons why those were on the host, with counts, most frequent first
 * @param deviceProblems why devices were given up for this loop
 * @param measuredNanos time of the measured host executions, in nanoseconds
 * @param measuredWork the estimated bytecode instructions of those; 0 if none was measured that is
 *     about as large as those on devices
 * @param preparedNanos the time to prepare its kernel for devices, in nanoseconds
 * @param verification the outcome of comparisons with the host's results
 * @param sharing how many of its deferred executions several devices or ranks have shared
 * @param inspections the executions before which an inspector checked whether an iteration throws
 * @param keptVerdicts executions for which an earlier inspection was still valid
 * @param trusted the accesses for which the user's annotation is trusted; empty if there are none
 */
public record LoopStatistics(
    List<OnDevice> devices,
    long hostRuns,
    Map<String, Long> hostReasons,
    List<String> deviceProblems,
    long measuredNanos,
    long measuredWork,
    long preparedNanos,
    VerificationStatistics verification,
    SharingStatistics sharing,
    long inspections,
    long keptVerdicts,
    String trusted) {

  /** The figures of a loop that the program has never reached. */
  public static final LoopStatistics NONE =
      new LoopStatistics(
          List.of(),
          0,
          Map.of(),
          List.of(),
          0,
          0,
          0,
          VerificationStatistics.NONE,
          SharingStatistics.NONE,
          0,
          0,
          "");

  /**
   * The figures of a loop on one device.
   *
   * @param device the device's id
   * @param runs executions
   * @param iterations iterations over all executions
   * @param work estimated bytecode instructions
   * @param waitedNanos time the program waited, preparation included, in nanoseconds
   * @param kernelNanos time in the kernel, in nanoseconds
   * @param launches kernel launches that a driver was given
   * @param bytesIn bytes copied to the device
   * @param bytesOut bytes copied back
   */
  public record OnDevice(
      String device,
      long runs,
      long iterations,
      long work,
      long waitedNanos,
      long kernelNanos,
      long launches,
      long bytesIn,
      long bytesOut) {

    private OnDevice plus(OnDevice other) {
      return new OnDevice(
          device,
          runs + other.runs,
          iterations + other.iterations,
          work + other.work,
          waitedNanos + other.waitedNanos,
          kernelNanos + other.kernelNanos,
          launches + other.launches,
          bytesIn + other.bytesIn,
          bytesOut + other.bytesOut);
    }

    /** Returns these figures plus those of its deferred executions on this device. */
    OnDevice with(GraphStatistics.Kernels deferred) {
      return new OnDevice(
          device,
          runs,
          iterations,
          work,
          waitedNanos,
          kernelNanos + deferred.nanos(),
          launches,
          bytesIn + deferred.bytesIn(),
          bytesOut + deferred.bytesOut());
    }
  }

  /**
   * Returns these figures plus those of its deferred executions on devices.
   *
   * @param loop the loop's name
   * @param graphs the figures of everything that was submitted
   */
  public LoopStatistics with(String loop, GraphStatistics graphs) {
    List<OnDevice> sums = new ArrayList<>();
    for (OnDevice on : devices) {
      OnDevice sum = on;
      for (GraphStatistics.Kernels kernels : graphs.kernels()) {
        if (kernels.loop().equals(loop) && kernels.device().equals(on.device())) {
          sum = sum.with(kernels);
        }
      }
      sums.add(sum);
    }
    return new LoopStatistics(
        sums,
        hostRuns,
        hostReasons,
        deviceProblems,
        measuredNanos,
        measuredWork,
        preparedNanos,
        verification,
        sharing,
        inspections,
        keptVerdicts,
        trusted);
  }

  /** Returns the sum of the figures of two loops. */
  public LoopStatistics plus(LoopStatistics other) {
    Map<String, OnDevice> sums = new LinkedHashMap<>();
    for (LoopStatistics each : List.of(this, other)) {
      each.devices.forEach(on -> sums.merge(on.device(), on, OnDevice::plus));
    }
    List<OnDevice> all = new ArrayList<>(sums.values());
    all.sort(Comparator.comparingLong(OnDevice::runs).reversed());
    Set<String> problems = new TreeSet<>(deviceProblems);
    problems.addAll(other.deviceProblems);
    return new LoopStatistics(
        all,
        hostRuns + other.hostRuns,
        Reasons.sum(hostReasons, other.hostReasons),
        problems.stream().limit(Reasons.MOST).toList(),
        measuredNanos + other.measuredNanos,
        measuredWork + other.measuredWork,
        preparedNanos + other.preparedNanos,
        verification.plus(other.verification),
        sharing.plus(other.sharing),
        inspections + other.inspections,
        keptVerdicts + other.keptVerdicts,
        trusted.isEmpty() ? other.trusted : trusted);
  }

  /** The number of executions on all devices. */
  public long deviceRuns() {
    long runs = 0;
    for (OnDevice on : devices) {
      runs += on.runs();
    }
    return runs;
  }

  /** The time that the program waited for all devices, in nanoseconds. */
  public long waitedNanos() {
    long nanos = 0;
    for (OnDevice on : devices) {
      nanos += on.waitedNanos();
    }
    return nanos;
  }

  /**
   * The time that the device executions would have taken on the host alone, in nanoseconds: the
   * measured host executions, scaled by the work. Empty if nothing was measured on either side.
   */
  public OptionalLong hostAloneNanos() {
    long work = 0;
    for (OnDevice on : devices) {
      work += on.work();
    }
    return measuredWork == 0 || work == 0
        ? OptionalLong.empty()
        : OptionalLong.of((long) ((double) measuredNanos / measuredWork * work));
  }
}
