package dev.slipstream.collective;

/**
 * Combines the elements of two arrays, each with the one at the same index.
 *
 * @param <A> the type of the arrays
 */
@FunctionalInterface
interface Combination<A> {
  /**
   * Combines elements of lower ranks with those of the next one.
   *
   * @param lower receives the results
   * @param higher remains unchanged
   * @param count the number of elements, from the first one on
   */
  void combine(A lower, A higher, int count);
}
