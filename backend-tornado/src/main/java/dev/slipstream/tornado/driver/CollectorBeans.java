package dev.slipstream.tornado.driver;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the JVM's own counts, for collectors that move arrays only in pauses. */
final class CollectorBeans implements HeapMoves {
  private static final Set<String> YOUNG = Set.of("Copy", "PS Scavenge", "G1 Young Generation");
  private static final Set<String> ALL =
      Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation");

  /** This collector moves nothing. */
  private static final String CONCURRENT = "G1 Concurrent GC";

  private static final String G1 = "G1 Old Generation";

  /**
   * The largest region that G1 chooses by default. An array of half a region or more has regions of
   * its own.
   */
  private static final long LARGEST_REGION = 32L << 20;

  private static final String REGION_OPTION = "G1HeapRegionSize";

  private final List<GarbageCollectorMXBean> moving;
  private final List<GarbageCollectorMXBean> compacting;
  private final boolean regions;
  private final boolean usualRegions;

  private CollectorBeans(
      List<GarbageCollectorMXBean> moving,
      List<GarbageCollectorMXBean> compacting,
      boolean regions,
      boolean usualRegions) {
    this.moving = moving;
    this.compacting = compacting;
    this.regions = regions;
    this.usualRegions = usualRegions;
  }

  /** Returns the counts of this JVM; empty if its collector is another one. */
  static Optional<HeapMoves> here() {
    try {
      return of(
          ManagementFactory.getGarbageCollectorMXBeans(),
          ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
              .noneMatch(argument -> argument.contains(REGION_OPTION)));
    } catch (LinkageError withoutManagement) {
      return Optional.empty();
    }
  }

  static Optional<HeapMoves> of(List<GarbageCollectorMXBean> beans, boolean usualRegions) {
    List<GarbageCollectorMXBean> moving = new ArrayList<>();
    List<GarbageCollectorMXBean> compacting = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (GarbageCollectorMXBean bean : beans) {
      String name = bean.getName();
      if (YOUNG.contains(name) || ALL.contains(name)) {
        moving.add(bean);
        names.add(name);
        if (ALL.contains(name)) {
          compacting.add(bean);
        }
      } else if (!name.equals(CONCURRENT)) {
        return Optional.empty();
      }
    }
    return compacting.isEmpty() || moving.size() == compacting.size()
        ? Optional.empty()
        : Optional.of(new CollectorBeans(moving, compacting, names.contains(G1), usualRegions));
  }

  private static long count(List<GarbageCollectorMXBean> beans) {
    long count = 0;
    for (GarbageCollectorMXBean bean : beans) {
      count += bean.getCollectionCount();
    }
    return count;
  }

  @Override
  public long collections() {
    return count(moving);
  }

  @Override
  public long compactions() {
    return count(compacting);
  }

  /** G1 also moves old arrays in collections that it counts as young ones. */
  @Override
  public boolean staysOnceLeft() {
    return !regions;
  }

  @Override
  public boolean isNeverYoung(long bytes) {
    return regions && usualRegions && bytes >= LARGEST_REGION / 2;
  }
}
