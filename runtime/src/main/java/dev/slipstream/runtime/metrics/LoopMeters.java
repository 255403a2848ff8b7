package dev.slipstream.runtime.metrics;

import dev.slipstream.runtime.device.LaunchResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** What one loop does. Thread-safe. */
public final class LoopMeters {
  /** Bounds the memory of a loop whose reasons hold changing numbers. */
  private static final int MOST_REASONS = 30;

  private static final String OTHER_REASONS = "other reasons";

  private final MeterRegistry registry;
  private final Tags loop;
  private final Map<String, DeviceMeters> devices = new ConcurrentHashMap<>();
  private final Map<String, Counter> hostRuns = new ConcurrentHashMap<>();
  private final Map<String, Counter> deviceProblems = new ConcurrentHashMap<>();
  private final Timer measured;
  private final Map<String, Timer> preparations = new ConcurrentHashMap<>();
  private final Counter measuredWork;
  private final Counter inspections;
  private final Counter keptVerdicts;
  private volatile Optional<VerificationMeters> verification = Optional.empty();

  LoopMeters(MeterRegistry registry, int site, String name) {
    this.registry = registry;
    this.loop = Tags.of("loop", name, "site", Integer.toString(site));
    this.measured = registry.timer("slipstream.loop.host.measured", loop);
    this.measuredWork = registry.counter("slipstream.loop.host.work", loop);
    this.inspections = registry.counter("slipstream.loop.inspections", loop);
    this.keptVerdicts = registry.counter("slipstream.loop.inspections.kept", loop);
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
   * The program waited for what deferred executions have left on a device.
   *
   * @param nanos how long, in nanoseconds
   */
  public void waited(String device, long nanos) {
    on(device).waited(nanos);
  }

  /**
   * A deferred execution that was counted as one on a device was refused there.
   *
   * @param reason because of what, with the device
   */
  public void ranOnHostInstead(String device, String reason) {
    on(device).refused();
    stayed(reason);
    deviceProblem(reason);
  }

  private DeviceMeters on(String device) {
    return devices.computeIfAbsent(device, id -> new DeviceMeters(registry, loop, id));
  }

  /** The loop ran on the host. */
  public void stayed(String reason) {
    counter(hostRuns, "slipstream.loop.host.runs", reason).increment();
  }

  /**
   * The loop's kernel was made ready for a device: translated, and compiled or loaded.
   *
   * @param device the device's id
   * @param nanos how long that took, in nanoseconds
   */
  public void prepared(String device, long nanos) {
    preparations
        .computeIfAbsent(
            device, id -> registry.timer("slipstream.loop.prepared", loop.and("device", id)))
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** An execution on the host was measured. */
  public void measuredOnHost(long nanos, long work) {
    measured.record(nanos, TimeUnit.NANOSECONDS);
    measuredWork.increment((double) work);
  }

  /** It was looked before an execution whether an iteration throws. */
  public void inspected() {
    inspections.increment();
  }

  /** An execution was not inspected, since nothing has changed since an earlier one. */
  public void verdictKept() {
    keptVerdicts.increment();
  }

  /** A device was given up for this loop, or failed once. */
  public void deviceProblem(String reason) {
    counter(deviceProblems, "slipstream.loop.device.problems", reason).increment();
  }

  /** The meters of verified executions; made at the first call, since few programs need them. */
  public synchronized VerificationMeters verification() {
    Optional<VerificationMeters> known = verification;
    if (known.isEmpty()) {
      known = Optional.of(new VerificationMeters(registry, loop));
      verification = known;
    }
    return known.get();
  }

  /** The sums so far. */
  public LoopStatistics statistics() {
    List<LoopStatistics.OnDevice> onDevices =
        devices.values().stream()
            .map(DeviceMeters::statistics)
            .filter(on -> on.runs() > 0)
            .sorted(Comparator.comparingLong(LoopStatistics.OnDevice::runs).reversed())
            .toList();
    Map<String, Long> reasons = new LinkedHashMap<>();
    hostRuns.entrySet().stream()
        .sorted(
            Comparator.comparingDouble((Map.Entry<String, Counter> e) -> -e.getValue().count())
                .thenComparing(Map.Entry::getKey))
        .forEach(e -> reasons.put(e.getKey(), (long) e.getValue().count()));
    return new LoopStatistics(
        onDevices,
        reasons.values().stream().mapToLong(Long::longValue).sum(),
        reasons,
        deviceProblems.keySet().stream().sorted().toList(),
        (long) measured.totalTime(TimeUnit.NANOSECONDS),
        (long) measuredWork.count(),
        preparations.values().stream()
            .mapToLong(timer -> (long) timer.totalTime(TimeUnit.NANOSECONDS))
            .sum(),
        verification.map(VerificationMeters::statistics).orElse(VerificationStatistics.NONE),
        (long) inspections.count(),
        (long) keptVerdicts.count());
  }

  private Counter counter(Map<String, Counter> counters, String meter, String reason) {
    Counter known = counters.get(reason);
    if (known != null) {
      return known;
    }
    String kept = counters.size() < MOST_REASONS ? reason : OTHER_REASONS;
    return counters.computeIfAbsent(kept, r -> registry.counter(meter, loop.and("reason", r)));
  }
}
