package dev.slipstream.compiler.analysis.bounds;

/**
 * The distance by which each iteration of a loop moves an index.
 *
 * @param length the distance in elements between consecutive iterations, not negative
 * @param count the number of iterations
 */
public record Stride(long length, long count) implements Comparable<Stride> {
  /** Orders strides by length, short ones first. */
  @Override
  public int compareTo(Stride other) {
    return Long.compare(length, other.length);
  }
}
