package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Finds out whether a loop certainly writes every element of a range. Writes that run in every
 * iteration and differ by constants only, such as the three components of a pixel, count together.
 */
final class DenseWrites {
  /** The extent of one loop around a write. */
  record Extent(long stride, long count) {}

  private final Map<Map<List<Value>, Long>, TreeSet<Long>> offsets = new HashMap<>();
  private final Map<Map<List<Value>, Long>, Map<Value, Extent>> extents = new HashMap<>();
  private final Map<Map<List<Value>, Long>, Interval> hulls = new HashMap<>();

  /**
   * Adds a write that runs in each iteration of some loops.
   *
   * @param index the index as a sum of products with numeric coefficients
   * @param counts for each loop variable the step and the number of iterations, both positive
   */
  void add(Map<List<Value>, Long> index, Map<Value, Extent> counts) {
    add(index, counts, Interval.ALL);
  }

  /**
   * Adds a write that runs in each iteration of some loops.
   *
   * @param index the index as a sum of products with numeric coefficients
   * @param counts for each loop variable the step and the number of iterations, both positive
   * @param range from the first to the last element that it writes
   */
  void add(Map<List<Value>, Long> index, Map<Value, Extent> counts, Interval range) {
    Map<List<Value>, Long> varying = new HashMap<>(index);
    Long offset = varying.remove(List.<Value>of());
    Map<Value, Extent> strides = new HashMap<>();
    for (Map.Entry<List<Value>, Long> term : varying.entrySet()) {
      Extent loop = term.getKey().size() == 1 ? counts.get(term.getKey().get(0)) : null;
      if (loop == null) {
        return;
      }
      strides.put(
          term.getKey().get(0),
          new Extent(Math.abs(term.getValue() * loop.stride()), loop.count()));
    }
    offsets.computeIfAbsent(varying, v -> new TreeSet<>()).add(offset == null ? 0 : offset);
    extents.put(varying, strides);
    hulls.merge(varying, range, Interval::hull);
  }

  /** What groups of writes that leave no gap write, each as a range; in no order. */
  List<Interval> withoutGaps() {
    return hulls.entrySet().stream()
        .filter(
            group -> covers(group.getKey(), group.getValue().high() - group.getValue().low() + 1))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Whether one group of writes covers a range of so many elements without a gap. */
  boolean cover(long elements) {
    return offsets.keySet().stream().anyMatch(group -> covers(group, elements));
  }

  private boolean covers(Map<List<Value>, Long> group, long elements) {
    TreeSet<Long> starts = offsets.getOrDefault(group, new TreeSet<>());
    long apart = starts.size() == 1 ? 0 : (starts.last() - starts.first()) / (starts.size() - 1);
    long next = starts.first();
    for (long start : starts) {
      if (start != next) {
        return false;
      }
      next += apart;
    }
    List<Extent> loops = new ArrayList<>(extents.getOrDefault(group, Map.of()).values());
    // Evenly spaced starts are like one more loop.
    loops.add(new Extent(apart, starts.size()));
    long run = 1;
    loops.removeIf(loop -> loop.count() == 1);
    loops.sort(Comparator.comparingLong(Extent::stride));
    for (Extent loop : loops) {
      if (loop.stride() > run) {
        return false;
      }
      run += loop.stride() * (loop.count() - 1);
    }
    return run == elements;
  }
}
