package dev.slipstream.compiler.analysis.reduction;

import java.lang.reflect.Array;
import java.util.List;

/**
 * Combines the results of the lanes with the values before the loop. Sums and products are combined
 * in a binary tree over the lanes in their order, neighbours first.
 *
 * @param arrays the lanes' results, in the order of {@link ReductionLanes#left}
 * @param results the values of the locals, as bits; receives those after the loop
 */
record LaneResults(List<Accumulator> accumulators, List<Object> arrays, long[] results)
    implements Runnable {

  LaneResults {
    arrays = List.copyOf(arrays);
  }

  @Override
  public void run() {
    long[] combined = combined(results.clone());
    // Copied together at the end: if something fails before, the program runs the loop from the old
    // values.
    System.arraycopy(combined, 0, results, 0, results.length);
  }

  private long[] combined(long[] results) {
    int array = 0;
    int result = 0;
    for (Accumulator accumulator : accumulators) {
      Object values = arrays.get(array++);
      if (accumulator.selection().isEmpty()) {
        results[result] = combined(accumulator, results[result], values);
        result++;
        continue;
      }
      Accumulator.Selection selection = accumulator.selection().get();
      int[] iterations = (int[]) arrays.get(array++);
      int lane = selected(accumulator, selection, values, iterations, results[result]);
      if (lane >= 0) {
        results[result] = bits(values, lane);
        for (int p = 0; p < selection.payloads().size(); p++) {
          results[result + 1 + p] = bits(arrays.get(array + p), lane);
        }
      }
      array += selection.payloads().size();
      result += 1 + selection.payloads().size();
    }
    return results;
  }

  private static long combined(Accumulator accumulator, long before, Object values) {
    Family family = accumulator.family();
    if (values instanceof int[] ints) {
      int sum = ints[0];
      for (int lane = 1; lane < ints.length; lane++) {
        sum = (int) family.apply(sum, ints[lane]);
      }
      return (int) family.apply(before, sum);
    }
    if (values instanceof long[] longs) {
      long sum = longs[0];
      for (int lane = 1; lane < longs.length; lane++) {
        sum = family.apply(sum, longs[lane]);
      }
      return family.apply(before, sum);
    }
    if (values instanceof float[] floats) {
      for (int width = 1; width < floats.length; width *= 2) {
        for (int lane = 0; lane + width < floats.length; lane += 2 * width) {
          floats[lane] = (float) family.apply(floats[lane], floats[lane + width]);
        }
      }
      float old = Float.intBitsToFloat((int) before);
      return Float.floatToRawIntBits((float) family.apply(old, floats[0]));
    }
    double[] doubles = (double[]) values;
    for (int width = 1; width < doubles.length; width *= 2) {
      for (int lane = 0; lane + width < doubles.length; lane += 2 * width) {
        doubles[lane] = family.apply(doubles[lane], doubles[lane + width]);
      }
    }
    return Double.doubleToRawLongBits(family.apply(Double.longBitsToDouble(before), doubles[0]));
  }

  /**
   * The lane with the value with which the loop would have ended; -1 if that is the value before
   * the loop.
   */
  private static int selected(
      Accumulator accumulator,
      Accumulator.Selection selection,
      Object values,
      int[] iterations,
      long before) {
    int best = -1;
    for (int lane = 0; lane < iterations.length; lane++) {
      if (iterations[lane] < 0) {
        continue;
      }
      if (best < 0) {
        best = lane;
        continue;
      }
      int order = compare(accumulator, bits(values, lane), bits(values, best));
      boolean later = iterations[lane] > iterations[best];
      if (order > 0 || (order == 0 && later != selection.strict())) {
        best = lane;
      }
    }
    if (best < 0) {
      return -1;
    }
    if (isNan(accumulator.variable().type(), before)) {
      // A NaN compares as neither larger nor smaller.
      return -1;
    }
    int order = compare(accumulator, bits(values, best), before);
    return order > 0 || (order == 0 && !selection.strict()) ? best : -1;
  }

  /** Positive if the first value is preferred to the second: the larger one for a maximum. */
  private static int compare(Accumulator accumulator, long first, long second) {
    int order =
        switch (accumulator.variable().type()) {
          case 'I' -> Integer.compare((int) first, (int) second);
          case 'J' -> Long.compare(first, second);
          case 'F' ->
              compare(Float.intBitsToFloat((int) first), Float.intBitsToFloat((int) second));
          default -> compare(Double.longBitsToDouble(first), Double.longBitsToDouble(second));
        };
    return accumulator.family() == Family.MAX ? order : -order;
  }

  /** Compares as Java's operators do: zeros of both signs are equal. NaNs do not occur here. */
  private static int compare(double first, double second) {
    return first > second ? 1 : first < second ? -1 : 0;
  }

  private static boolean isNan(char type, long bits) {
    return switch (type) {
      case 'F' -> Float.isNaN(Float.intBitsToFloat((int) bits));
      case 'D' -> Double.isNaN(Double.longBitsToDouble(bits));
      default -> false;
    };
  }

  private static long bits(Object values, int lane) {
    if (values instanceof float[] floats) {
      return Float.floatToRawIntBits(floats[lane]);
    }
    if (values instanceof double[] doubles) {
      return Double.doubleToRawLongBits(doubles[lane]);
    }
    return Array.getLong(values, lane);
  }
}
