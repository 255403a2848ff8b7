package dev.slipstream.runtime.observation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the reasons of an outcome. */
final class Reasons {
  /** Bounds the memory for reasons that contain changing numbers. */
  static final int MOST = 30;

  static final String OTHERS = "other reasons";

  private Reasons() {}

  /** Adds counts; the highest come first, and equal ones in the order of the reasons. */
  static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> others) {
    Map<String, Long> sums = new TreeMap<>(some);
    for (Map.Entry<String, Long> other : others.entrySet()) {
      boolean fits = sums.size() < MOST || sums.containsKey(other.getKey());
      sums.merge(fits ? other.getKey() : OTHERS, other.getValue(), Long::sum);
    }
    List<Map.Entry<String, Long>> sorted = new ArrayList<>(sums.entrySet());
    sorted.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    Map<String, Long> result = new LinkedHashMap<>();
    sorted.forEach(reason -> result.put(reason.getKey(), reason.getValue()));
    return result;
  }
}
