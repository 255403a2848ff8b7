package dev.slipstream.model.kernel;

import java.util.Arrays;

/**
 * The iterations of one execution of a loop nest: in dimension {@code d} the loop variable takes
 * the {@code count(d)} values {@code start(d), start(d) + step(d), …}. All of them, and {@code
 * start + count * step}, fit in an {@code int}. Dimension 0 is the outermost loop.
 */
public final class IterationSpace {
  private final int[] starts;
  private final int[] steps;
  private final int[] counts;

  /**
   * @param starts the first value in each dimension; 1 to 3 entries
   * @param steps the constant step in each dimension, not 0; negative for loops that count down
   * @param counts the number of iterations in each dimension, 0 or more
   * @throws IllegalArgumentException if the lengths differ, a step is 0 or a count is negative
   */
  public IterationSpace(int[] starts, int[] steps, int[] counts) {
    if (starts.length != steps.length || starts.length != counts.length || starts.length == 0) {
      throw new IllegalArgumentException("starts, steps and counts must have equal lengths");
    }
    for (int d = 0; d < starts.length; d++) {
      if (steps[d] == 0 || counts[d] < 0) {
        throw new IllegalArgumentException("dimension " + d + ": step 0 or negative count");
      }
    }
    this.starts = starts.clone();
    this.steps = steps.clone();
    this.counts = counts.clone();
  }

  /** The number of dimensions, 1 to 3. */
  public int dimensions() {
    return starts.length;
  }

  /** The loop variable's value in the first iteration of dimension {@code d}. */
  public int start(int d) {
    return starts[d];
  }

  /** The step of dimension {@code d}. */
  public int step(int d) {
    return steps[d];
  }

  /** The number of iterations in dimension {@code d}. */
  public int count(int d) {
    return counts[d];
  }

  /** The first values in all dimensions. */
  public int[] starts() {
    return starts.clone();
  }

  /** The steps of all dimensions. */
  public int[] steps() {
    return steps.clone();
  }

  /** The numbers of iterations in all dimensions. */
  public int[] counts() {
    return counts.clone();
  }

  /** The loop variable's value before iteration {@code k} (0 to count) of dimension {@code d}. */
  public int value(int d, int k) {
    return (int) (starts[d] + (long) k * steps[d]);
  }

  /** The number of iterations over all dimensions; {@link Long#MAX_VALUE} if there are more. */
  public long iterations() {
    long product = 1;
    for (int count : counts) {
      product =
          Math.multiplyHigh(product, count) == 0 && product * count >= 0
              ? product * count
              : Long.MAX_VALUE;
    }
    return product;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IterationSpace space
        && Arrays.equals(space.starts, starts)
        && Arrays.equals(space.steps, steps)
        && Arrays.equals(space.counts, counts);
  }

  @Override
  public int hashCode() {
    return (Arrays.hashCode(starts) * 31 + Arrays.hashCode(steps)) * 31 + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "start "
        + Arrays.toString(starts)
        + " step "
        + Arrays.toString(steps)
        + " count "
        + Arrays.toString(counts);
  }
}
