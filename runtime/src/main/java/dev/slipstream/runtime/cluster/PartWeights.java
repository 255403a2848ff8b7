package dev.slipstream.runtime.cluster;

import java.util.Arrays;
import java.util.TreeMap;

/**
 * Which part of a divided loop each node gets: equal ones while nothing is known, then parts for
 * which all take about as long. Each node says with the marks that it has executed for how long it
 * has computed parts so far; the first node decides, and the parts go with each task. A change
 * moves arrays, so it needs a clear difference, twice in a row, and each one takes longer than the
 * one before. Thread-safe.
 */
public final class PartWeights {
  /** One node takes longer than the mean by more than this part before something is changed. */
  private static final double TOLERANCE = 0.2;

  /** So long the slowest node has to compute before a first change. */
  private static final long FIRST_NANOS = 300_000_000;

  private static final int LONGER = 4;

  /** No node is so many times as fast as another one. */
  private static final int FARTHEST = 1000;

  /** No node gets less than this part of an equal one. */
  private static final double LEAST = 1.0 / 16;

  private final int nodes;
  private final double[] weights;

  /** By marks, what nodes have computed for in all; -1 for those that are not there yet. */
  private final TreeMap<Long, long[]> told = new TreeMap<>();

  /** What they had computed for where this measurement began. */
  private long[] base;

  /** Marks before this one belong to other weights. */
  private long firstMark;

  private boolean awaitsMark;
  private long nanos = FIRST_NANOS;

  /** The node that was too slow at the last look; -1 if none was. */
  private int slowest = -1;

  /**
   * @param nodes how many nodes there are
   */
  public PartWeights(int nodes) {
    this.nodes = nodes;
    weights = new double[nodes];
    Arrays.fill(weights, 1.0 / nodes);
    base = new long[nodes];
  }

  /** The part of each node; together 1. */
  public synchronized double[] parts() {
    return weights.clone();
  }

  /** A mark has got its place in the stream. */
  synchronized void submitted(long mark) {
    if (awaitsMark) {
      awaitsMark = false;
      firstMark = mark;
    }
  }

  /**
   * A node has executed a mark.
   *
   * @param computed for how long it has computed parts of divided loops in all, in nanoseconds
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
    // Loops may have had no part for a node, which then says nothing.
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
