package dev.slipstream.runtime.launch;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one loop, for each device and order of magnitude of its executions' work.
 * Those of a device that has refused the loop do not count for others. Thread-safe.
 */
final class LoopComparisons {
  private final boolean measures;
  private final int cores;
  private final ProgramLoss program;
  private final Optional<LoopExperience> earlier;
  private final Map<String, AtomicReferenceArray<@Nullable HostComparison>> comparisons =
      new ConcurrentHashMap<>();

  /**
   * @param measures whether measurements count; if not, advice depends on the work alone
   * @param cores the number of the host's cores
   * @param program what devices cost the program
   * @param earlier what earlier starts of the program have learnt of the loop
   */
  LoopComparisons(
      boolean measures, int cores, ProgramLoss program, Optional<LoopExperience> earlier) {
    this.measures = measures;
    this.cores = cores;
    this.program = program;
    this.earlier = earlier;
  }

  /**
   * Returns the measurements for executions whose work is between the same two powers of two.
   *
   * @param device its id
   * @param isCores whether it is the host's own cores
   */
  HostComparison of(String device, boolean isCores, long work) {
    AtomicReferenceArray<@Nullable HostComparison> all =
        comparisons.computeIfAbsent(device, id -> new AtomicReferenceArray<>(Long.SIZE));
    int magnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, work));
    HostComparison known = all.get(magnitude);
    if (known != null) {
      return known;
    }
    LoopExperience times =
        earlier
            .filter(found -> isCores && found.magnitude() == magnitude)
            .orElse(LoopExperience.NONE);
    HostComparison made = new HostComparison(measures, isCores ? cores : 0, program, times);
    HostComparison before = all.compareAndExchange(magnitude, null, made);
    return before == null ? made : before;
  }

  /** What executions on devices have probably gained, in nanoseconds. */
  double probableGain() {
    double gained = 0;
    for (AtomicReferenceArray<@Nullable HostComparison> all : comparisons.values()) {
      gained += probableGain(all);
    }
    return gained;
  }

  private static double probableGain(AtomicReferenceArray<@Nullable HostComparison> all) {
    double gained = 0;
    OptionalDouble other = OptionalDouble.empty();
    for (int magnitude = all.length() - 1; magnitude >= 0; magnitude--) {
      HostComparison some = all.get(magnitude);
      other = some == null || other.isPresent() ? other : some.knownRival();
    }
    for (int magnitude = 0; magnitude < all.length(); magnitude++) {
      HostComparison some = all.get(magnitude);
      gained += some == null ? 0 : some.probableGain(other);
    }
    return gained;
  }

  /** What devices with memory of their own have gained, in nanoseconds; empty if none was used. */
  OptionalDouble gainOnDevices() {
    double gained = 0;
    boolean isUsed = false;
    for (AtomicReferenceArray<@Nullable HostComparison> all : comparisons.values()) {
      boolean isOther = false;
      for (int magnitude = 0; magnitude < all.length(); magnitude++) {
        HostComparison some = all.get(magnitude);
        isOther |= some != null && some.isUsed() && !some.isCores();
      }
      gained += isOther ? probableGain(all) : 0;
      isUsed |= isOther;
    }
    return isUsed ? OptionalDouble.of(gained) : OptionalDouble.empty();
  }

  /**
   * The times of the order of magnitude that took longest on the cores; empty if none ran there.
   *
   * @param millis the time now, in milliseconds since 1970
   */
  Optional<LoopExperience> onCores(long millis) {
    Optional<LoopExperience> longest = Optional.empty();
    for (AtomicReferenceArray<@Nullable HostComparison> all : comparisons.values()) {
      for (int magnitude = 0; magnitude < all.length(); magnitude++) {
        HostComparison some = all.get(magnitude);
        Optional<LoopExperience> times =
            some == null ? Optional.empty() : some.times(magnitude, millis);
        if (times.isPresent()
            && (longest.isEmpty() || times.get().nanos() > longest.get().nanos())) {
          longest = times;
        }
      }
    }
    return longest;
  }
}
