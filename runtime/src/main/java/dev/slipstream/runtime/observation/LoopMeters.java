package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.LaunchResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The meters of one loop. Thread-safe. */
public final class LoopMeters {
  /** The tag with the number of the call site: the second tag of all meters of loops. */
  static final String SITE = "site";

  private static final double MOST_TIMES_LARGER = 8;

  private final Metrics metrics;
  private final String name;
  private final String site;
  private final Map<String, DeviceMeters> devices = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> hostRuns = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> deviceProblems = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> notShared = new ConcurrentHashMap<>();
  private final Map<String, Durations> preparations = new ConcurrentHashMap<>();
  private final Durations measured;
  private final LongAdder measuredWork;
  private final LongAccumulator largestMeasured = new LongAccumulator(Math::max, 0);
  private final LongAdder shared;
  private final LongAdder inspections;
  private final LongAdder keptVerdicts;
  private final Map<String, LongAdder> verified = new ConcurrentHashMap<>();
  private String firstDifference = "";
  private String lastReason = "";
  private volatile String trusted = "";

  LoopMeters(Metrics metrics, int site, String name) {
    this.metrics = metrics;
    this.site = Integer.toString(site);
    this.name = name;
    this.measured = metrics.durations("slipstream.loop.host.measured", tags());
    this.measuredWork = metrics.counter("slipstream.loop.host.work", tags());
    this.shared = metrics.counter("slipstream.loop.shared", tags());
    this.inspections = metrics.counter("slipstream.loop.inspections", tags());
    this.keptVerdicts = metrics.counter("slipstream.loop.inspections.kept", tags());
  }

  private String[] tags() {
    return new String[] {"loop", name, SITE, site};
  }

  private String[] tags(String further, String value) {
    return new String[] {"loop", name, SITE, site, further, value};
  }

  /**
   * The loop ran on a device.
   *
   * @param work estimated bytecode instructions
   * @param waitedNanos time the program waited, in nanoseconds
   */
  public void ran(
      String device, long iterations, long work, LaunchResult result, long waitedNanos) {
    on(device).ran(iterations, work, result, waitedNanos);
  }

  /**
   * The program has waited for results of deferred executions on a device.
   *
   * @param nanos how long, in nanoseconds
   */
  public void waited(String device, long nanos) {
    on(device).waited(nanos);
  }

  /**
   * A deferred execution that was counted for a device was refused there.
   *
   * @param reason the reason, with the device
   */
  public void ranOnHostInstead(String device, String reason) {
    on(device).refused();
    stayed(reason);
    deviceProblem(reason);
  }

  private DeviceMeters on(String device) {
    DeviceMeters known = devices.get(device);
    return known == null ? add(device) : known;
  }

  private synchronized DeviceMeters add(String device) {
    DeviceMeters known = devices.get(device);
    if (known == null) {
      known = new DeviceMeters(metrics, device, tags("device", device));
      devices.put(device, known);
    }
    return known;
  }

  /** The loop ran on the host. */
  public void stayed(String reason) {
    stayed(reason, 1);
  }

  /** The loop ran on the host several times for one reason. */
  public void stayed(String reason, long times) {
    if (times > 0) {
      count(hostRuns, "slipstream.loop.host.runs", "reason", reason, times);
    }
  }

  /**
   * The user's annotation is trusted for some accesses in which iterations may conflict.
   *
   * @param accesses the accesses, as shown to users
   */
  public void trusts(String accesses) {
    trusted = accesses;
  }

  /** A device was given up for this loop, or failed once. */
  public void deviceProblem(String reason) {
    count(deviceProblems, "slipstream.loop.device.problems", "reason", reason);
  }

  /** Several devices, or several ranks, share a deferred execution. */
  public void shared() {
    shared.increment();
  }

  /** One device runs a deferred execution alone that several could have shared. */
  public void notShared(String reason) {
    count(notShared, "slipstream.loop.not.shared", "reason", reason);
  }

  private void count(Map<String, LongAdder> counters, String counter, String tag, String reason) {
    count(counters, counter, tag, reason, 1);
  }

  private void count(
      Map<String, LongAdder> counters, String counter, String tag, String reason, long times) {
    LongAdder known = counters.get(reason);
    if (known == null) {
      String kept = counters.size() < Reasons.MOST ? reason : Reasons.OTHERS;
      known = metrics.counter(counter, tags(tag, kept));
      counters.put(kept, known);
    }
    known.add(times);
  }

  /**
   * The loop's kernel was prepared for a device: translated, and compiled or loaded.
   *
   * @param device the device's id
   * @param nanos how long that took, in nanoseconds
   */
  public void prepared(String device, long nanos) {
    Durations known = metrics.durations("slipstream.loop.prepared", tags("device", device));
    preparations.put(device, known);
    known.add(nanos);
  }

  /** An execution on the host was measured. */
  public void measuredOnHost(long nanos, long work) {
    measured.add(nanos);
    measuredWork.add(work);
    largestMeasured.accumulate(work);
  }

  /** An inspector checked before an execution whether an iteration throws. */
  public void inspected() {
    inspections.increment();
  }

  /** An execution was not inspected, since nothing has changed since an earlier inspection. */
  public void verdictKept() {
    keptVerdicts.increment();
  }

  /**
   * An execution was compared with the host's result.
   *
   * @param difference the first value that differs, as shown to users; empty if there is none
   */
  public synchronized void verified(String difference) {
    String result = difference.isEmpty() ? "equal" : "different";
    count(verified, "slipstream.loop.verified", "result", result);
    firstDifference = firstDifference.isEmpty() ? difference : firstDifference;
  }

  /** An execution could not be compared. */
  public synchronized void unverified(String reason) {
    count(verified, "slipstream.loop.verified", "result", "skipped");
    lastReason = reason;
  }

  private long verified(String result, long others) {
    LongAdder known = verified.get(result);
    return known == null ? others : others + known.sum();
  }

  /** The sums up to now. */
  public synchronized LoopStatistics statistics() {
    List<LoopStatistics.OnDevice> onDevices = new ArrayList<>();
    for (DeviceMeters meters : devices.values()) {
      LoopStatistics.OnDevice on = meters.statistics();
      if (on.runs() > 0) {
        int place = 0;
        while (place < onDevices.size() && onDevices.get(place).runs() >= on.runs()) {
          place++;
        }
        onDevices.add(place, on);
      }
    }
    long prepared = 0;
    for (Durations preparation : preparations.values()) {
      prepared += preparation.nanos();
    }
    Map<String, Long> reasons = mostFrequentFirst(hostRuns);
    long runs = 0;
    for (long count : reasons.values()) {
      runs += count;
    }
    return new LoopStatistics(
        onDevices,
        runs,
        reasons,
        List.copyOf(new TreeMap<>(deviceProblems).keySet()),
        measured.nanos(),
        isMeasuredFor(onDevices) ? measuredWork.sum() : 0,
        prepared,
        new VerificationStatistics(
            verified("equal", verified("different", 0)),
            verified("different", 0),
            firstDifference,
            verified("skipped", 0),
            lastReason),
        new SharingStatistics(shared.sum(), mostFrequentFirst(notShared)),
        inspections.sum(),
        keptVerdicts.sum(),
        trusted);
  }

  /**
   * Whether the executions on devices are of the size that was measured on the host: the time of
   * small ones says little of large ones.
   */
  private boolean isMeasuredFor(List<LoopStatistics.OnDevice> onDevices) {
    double work = 0;
    double runs = 0;
    for (LoopStatistics.OnDevice on : onDevices) {
      work += on.work();
      runs += on.runs();
    }
    return work <= MOST_TIMES_LARGER * largestMeasured.get() * runs;
  }

  /** The counts by their reasons, highest first; equal counts in the order of the reasons. */
  private static Map<String, Long> mostFrequentFirst(Map<String, LongAdder> counters) {
    Map<Long, List<String>> byCount = new TreeMap<>(Collections.reverseOrder());
    for (Map.Entry<String, LongAdder> counter : new TreeMap<>(counters).entrySet()) {
      long count = counter.getValue().sum();
      if (!byCount.containsKey(count)) {
        byCount.put(count, new ArrayList<>());
      }
      byCount.get(count).add(counter.getKey());
    }
    Map<String, Long> sorted = new LinkedHashMap<>();
    for (Map.Entry<Long, List<String>> same : byCount.entrySet()) {
      for (String reason : same.getValue()) {
        sorted.put(reason, same.getKey());
      }
    }
    return sorted;
  }
}
