package dev.slipstream.runtime.cluster;

import java.util.Arrays;
import java.util.TreeMap;

/**
 * The part of a divided loop that each node gets: equal parts at first, then parts for which all
 * take about the same time. With the marks that it has executed, each node reports its total time
 * of computation. The first node decides, and the parts are sent with each task. A change moves
 * arrays, so it needs a clear difference, twice in a row, and each change needs more time than the
 * one before. Thread-safe.
 */
public final class PartWeights {
  /** A change requires a node that takes longer than the mean by more than this fraction. */
  private static final double TOLERANCE = 0.2;

  /** How long the slowest node has to compute before a first change. */
  private static final long FIRST_NANOS = 300_000_000;

  private static final int LONGER = 4;

  /** No node is this many times as fast as another one. */
  private static final int FARTHEST = 1000;

  /** No node gets less than this fraction of an equal part. */
  private static final double LEAST = 1.0 / 16;

  private final int nodes;
  private final double[] weights;

  /** By marks, the total computation times of nodes; -1 for those that have not reported yet. */
  private final TreeMap<Long, long[]> told = new TreeMap<>();

  /** The totals at the start of this measurement. */
  private long[] base;

  /** Marks before this one belong to other weights. */
  private long firstMark;

  private boolean awaitsMark;
  private long nanos = FIRST_NANOS;

  /** The node that was too slow at the last comparison; -1 if none was. */
  private int slowest = -1;

  /**
   * @param nodes the number of nodes
   */
  public PartWeights(int nodes) {
    this.nodes = nodes;
    weights = new double[nodes];
    Arrays.fill(weights, 1.0 / nodes);
    base = new long[nodes];
  }

  /** The fraction of each node; their sum is 1. */
  public synchronized double[] parts() {
    return weights.clone();
  }

  /** Notes that a mark has its place in the stream. */
  synchronized void submitted(long mark) {
    if (awaitsMark) {
      awaitsMark = false;
      firstMark = mark;
    }
  }

  /**
   * Notes that a node has executed a mark.
   *
   * @param computed its total time of computation for parts of divided loops, in nanoseconds
   */
  synchronized void reached(int rank, long mark, long computed) {
    if (awaitsMark || mark < firstMark) {
      return;
    }
    long[] all =
        told.computeIfAbsent(
            mark,
            first -> {
              long[] none = new long[nodes];
              Arrays.fill(none, -1);
              return none;
            });
    all[rank] = computed;
    for (long each : all) {
      if (each < 0) {
        return;
      }
    }
    told.headMap(mark, /* inclusive= */ true).clear();
    if (base.length == 0) {
      base = all;
    } else {
      look(all);
    }
  }

  private void look(long[] all) {
    double[] took = new double[nodes];
    double sum = 0;
    int longest = 0;
    for (int rank = 0; rank < nodes; rank++) {
      took[rank] = all[rank] - base[rank];
      sum += took[rank];
      longest = took[rank] > took[longest] ? rank : longest;
    }
    if (took[longest] < nanos) {
      return;
    }
    base = all;
    // Loops may have had no part for a node; then its time is not meaningful.
    boolean isKnown = Arrays.stream(took).min().orElse(0) * FARTHEST > took[longest];
    boolean differs = isKnown && took[longest] > (1 + TOLERANCE) * sum / nodes;
    if (differs && slowest == longest) {
      change(took);
    } else {
      slowest = differs ? longest : -1;
    }
  }

  private void change(double[] took) {
    double sum = 0;
    double all = 0;
    for (int rank = 0; rank < nodes; rank++) {
      weights[rank] /= took[rank];
      sum += weights[rank];
    }
    for (int rank = 0; rank < nodes; rank++) {
      weights[rank] = Math.max(weights[rank] / sum, LEAST / nodes);
      all += weights[rank];
    }
    for (int rank = 0; rank < nodes; rank++) {
      weights[rank] /= all;
    }
    nanos *= LONGER;
    slowest = -1;
    told.clear();
    base = new long[0];
    awaitsMark = true;
  }
}
