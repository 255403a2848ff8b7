package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.device.LaunchResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What one loop does. Runs on the host are counted here, and the registry is asked for when
 * something else is: a program whose loops are small is over before Micrometer has started.
 * Thread-safe.
 */
public final class LoopMeters {
  /** Bounds the memory of a loop whose reasons hold changing numbers. */
  private static final int MOST_REASONS = 30;

  private static final String OTHER_REASONS = "other reasons";

  private final Supplier<MeterRegistry> registry;
  private final String name;
  private final int site;
  private final Map<String, DeviceMeters> devices = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> hostRuns = new ConcurrentHashMap<>();
  private final Map<String, Counter> deviceProblems = new ConcurrentHashMap<>();
  private final Map<String, Timer> preparations = new ConcurrentHashMap<>();
  private volatile Optional<HostMeters> host = Optional.empty();
  private volatile Optional<VerificationMeters> verification = Optional.empty();
  private Optional<MeterRegistry> shownIn = Optional.empty();

  /** What is seldom counted, as small loops are not measured. */
  private record HostMeters(
      Timer measured, Counter measuredWork, Counter inspections, Counter keptVerdicts) {}

  LoopMeters(Supplier<MeterRegistry> registry, int site, String name) {
    this.registry = registry;
    this.site = site;
    this.name = name;
  }

  private Tags loop() {
    return Tags.of("loop", name, "site", Integer.toString(site));
  }

  /** Shows runs on the host in a registry that was made now. */
  synchronized void show(MeterRegistry made) {
    shownIn = Optional.of(made);
    hostRuns.forEach((reason, runs) -> show(made, reason, runs));
  }

  private void show(MeterRegistry made, String reason, LongAdder runs) {
    FunctionCounter.builder("slipstream.loop.host.runs", runs, LongAdder::doubleValue)
        .tags(loop().and("reason", reason))
        .register(made);
  }

  private HostMeters host() {
    Optional<HostMeters> known = host;
    if (known.isEmpty()) {
      MeterRegistry meters = registry.get();
      Tags loop = loop();
      // Whoever asks for the same twice is given the same.
      known =
          Optional.of(
              new HostMeters(
                  meters.timer("slipstream.loop.host.measured", loop),
                  meters.counter("slipstream.loop.host.work", loop),
                  meters.counter("slipstream.loop.inspections", loop),
                  meters.counter("slipstream.loop.inspections.kept", loop)));
      host = known;
    }
    return known.get();
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
    return devices.computeIfAbsent(device, id -> new DeviceMeters(registry.get(), loop(), id));
  }

  /** The loop ran on the host. */
  public void stayed(String reason) {
    LongAdder known = hostRuns.get(reason);
    (known == null ? hostRuns(reason) : known).increment();
  }

  private synchronized LongAdder hostRuns(String reason) {
    return hostRuns.computeIfAbsent(
        kept(hostRuns, reason),
        kept -> {
          LongAdder runs = new LongAdder();
          shownIn.ifPresent(made -> show(made, kept, runs));
          return runs;
        });
  }

  private static String kept(Map<String, ?> counters, String reason) {
    return counters.size() < MOST_REASONS ? reason : OTHER_REASONS;
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
            device,
            id -> registry.get().timer("slipstream.loop.prepared", loop().and("device", id)))
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** An execution on the host was measured. */
  public void measuredOnHost(long nanos, long work) {
    host().measured().record(nanos, TimeUnit.NANOSECONDS);
    host().measuredWork().increment((double) work);
  }

  /** It was looked before an execution whether an iteration throws. */
  public void inspected() {
    host().inspections().increment();
  }

  /** An execution was not inspected, since nothing has changed since an earlier one. */
  public void verdictKept() {
    host().keptVerdicts().increment();
  }

  /** A device was given up for this loop, or failed once. */
  public void deviceProblem(String reason) {
    Counter known = deviceProblems.get(reason);
    (known == null ? deviceProblems(reason) : known).increment();
  }

  private Counter deviceProblems(String reason) {
    return deviceProblems.computeIfAbsent(
        kept(deviceProblems, reason),
        kept ->
            registry.get().counter("slipstream.loop.device.problems", loop().and("reason", kept)));
  }

  /** The meters of verified executions; made at the first call, since few programs need them. */
  public VerificationMeters verification() {
    return verification.orElseGet(() -> verification(registry.get()));
  }

  private synchronized VerificationMeters verification(MeterRegistry meters) {
    Optional<VerificationMeters> known = verification;
    if (known.isEmpty()) {
      known = Optional.of(new VerificationMeters(meters, loop()));
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
            Comparator.comparingLong((Map.Entry<String, LongAdder> e) -> -e.getValue().sum())
                .thenComparing(Map.Entry::getKey))
        .forEach(e -> reasons.put(e.getKey(), e.getValue().sum()));
    return new LoopStatistics(
        onDevices,
        reasons.values().stream().mapToLong(Long::longValue).sum(),
        reasons,
        deviceProblems.keySet().stream().sorted().toList(),
        host.map(h -> (long) h.measured().totalTime(TimeUnit.NANOSECONDS)).orElse(0L),
        host.map(h -> (long) h.measuredWork().count()).orElse(0L),
        preparations.values().stream()
            .mapToLong(timer -> (long) timer.totalTime(TimeUnit.NANOSECONDS))
            .sum(),
        verification.map(VerificationMeters::statistics).orElse(VerificationStatistics.NONE),
        host.map(h -> (long) h.inspections().count()).orElse(0L),
        host.map(h -> (long) h.keptVerdicts().count()).orElse(0L));
  }
}
