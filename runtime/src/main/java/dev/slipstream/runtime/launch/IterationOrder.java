package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.Random;

/**
 * The iterations of one execution in another order than the loop's own: one by one, or in short
 * runs of neighbours if there are very many.
 */
final class IterationOrder {
  private static final int MOST_PIECES = 1 << 16;

  private final IterationSpace space;
  private final int[] cuts;
  private final int[] pieces;
  private final String text;

  private IterationOrder(IterationSpace space, String text) {
    this.space = space;
    this.text = text;
    this.cuts = new int[space.dimensions()];
    int count = 1;
    for (int d = 0; d < cuts.length; d++) {
      cuts[d] = Math.max(1, Math.min(space.count(d), MOST_PIECES / count));
      count *= cuts[d];
    }
    this.pieces = new int[count];
  }

  /** The reverse order. */
  static IterationOrder reversed(IterationSpace space) {
    IterationOrder order = new IterationOrder(space, "in reverse order");
    for (int p = 0; p < order.pieces.length; p++) {
      order.pieces[p] = order.pieces.length - 1 - p;
    }
    return order;
  }

  /** A random order, the same for each seed. */
  static IterationOrder random(IterationSpace space, long seed) {
    IterationOrder order = new IterationOrder(space, "in a random order (seed " + seed + ")");
    Random random = new Random(seed);
    for (int p = 0; p < order.pieces.length; p++) {
      int other = random.nextInt(p + 1);
      order.pieces[p] = order.pieces[other];
      order.pieces[other] = p;
    }
    return order;
  }

  /** The number of pieces. */
  int size() {
    return pieces.length;
  }

  /** The iterations at a place of the order. */
  IterationSpace piece(int place) {
    int[] starts = new int[cuts.length];
    int[] counts = new int[cuts.length];
    int rest = pieces[place];
    for (int d = cuts.length - 1; d >= 0; d--) {
      int from = cut(d, rest % cuts[d]);
      starts[d] = space.value(d, from);
      counts[d] = cut(d, rest % cuts[d] + 1) - from;
      rest /= cuts[d];
    }
    return new IterationSpace(starts, space.steps(), counts);
  }

  private int cut(int dimension, int piece) {
    return (int) ((long) space.count(dimension) * piece / cuts[dimension]);
  }

  /** The order as shown to users, {@code in reverse order}. */
  String text() {
    return text;
  }
}
