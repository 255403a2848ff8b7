package dev.slipstream.compiler.analysis.bounds;

/**
 * How a loop moves an index on.
 *
 * @param length by how many elements an iteration lies behind the one before, not negative
 * @param count how many iterations there are
 */
public record Stride(long length, long count) implements Comparable<Stride> {
  /** Shorter ones come first. */
  @Override
  public int compareTo(Stride other) {
    return Long.compare(length, other.length);
  }
}
