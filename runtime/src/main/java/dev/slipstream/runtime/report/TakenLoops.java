package dev.slipstream.runtime.report;

import dev.slipstream.runtime.launch.LoopSite;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All loops that were taken. For unloaded classes only sums are kept: one for each name, or a
 * single one if there are many names. Not thread-safe.
 */
final class TakenLoops {
  /** The most names of loops of unloaded classes; more would be of no use in a report. */
  private static final int MOST_NAMES = 1000;

  private static final String OTHERS = "further loops of unloaded classes";

  private final Set<LoopSite> sites = new LinkedHashSet<>();
  private final Map<String, TakenEntry> gone = new LinkedHashMap<>();

  void add(LoopSite site) {
    sites.add(site);
  }

  /** Keeps only the figures of loops whose classes were unloaded. */
  void forget(Collection<LoopSite> unloaded) {
    for (LoopSite site : unloaded) {
      if (sites.remove(site)) {
        add(entry(site), gone);
      }
    }
  }

  private static void add(TakenEntry entry, Map<String, TakenEntry> sums) {
    TakenEntry known = sums.get(entry.name());
    if (known != null) {
      sums.put(entry.name(), known.plus(entry.statistics()));
    } else if (sums.size() < MOST_NAMES) {
      sums.put(entry.name(), entry);
    } else {
      TakenEntry others =
          sums.getOrDefault(
              OTHERS, new TakenEntry(OTHERS, "", List.of(), List.of(), LoopStatistics.NONE));
      sums.put(OTHERS, others.plus(entry.statistics()));
    }
  }

  /**
   * The figures of all loops. Loops of the same name count as one if the class of one of them was
   * unloaded.
   *
   * @param graphs the figures of loops that were submitted as tasks
   */
  List<TakenEntry> entries(GraphStatistics graphs) {
    Map<String, TakenEntry> sums = new LinkedHashMap<>(gone);
    List<TakenEntry> living = new ArrayList<>();
    for (LoopSite site : sites) {
      TakenEntry entry = entry(site);
      if (sums.computeIfPresent(entry.name(), (name, sum) -> sum.plus(entry.statistics()))
          == null) {
        living.add(entry.with(graphs));
      }
    }
    List<TakenEntry> all = new ArrayList<>();
    sums.values().forEach(sum -> all.add(sum.with(graphs)));
    all.addAll(living);
    Set<String> ran = new HashSet<>();
    for (TakenEntry entry : all) {
      if (entry.allRuns() > 0) {
        ran.add(entry.name());
      }
    }
    // A variant that was compiled for other objects and never ran is left out: its loop has run
    // under the same name.
    all.removeIf(entry -> entry.allRuns() == 0 && ran.contains(entry.name()));
    return all;
  }

  private static TakenEntry entry(LoopSite site) {
    return new TakenEntry(
        site.loop().name().toString(),
        site.loop().note(),
        site.loop().parameters(),
        site.loop().mapperLines(),
        site.statistics());
  }
}
