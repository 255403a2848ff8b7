package dev.slipstream.runtime.kernel;

/**
 * What one execution of a kernel does with one array parameter. All bounds are element indices and
 * have been proven to lie inside the array.
 *
 * @param parameter the index into {@link RangeKernel#parameters()}
 * @param readFrom the first element that may be read
 * @param readTo one past the last element that may be read; equal to {@code readFrom} if none is
 * @param writtenFrom the first element that may be written
 * @param writtenTo one past the last element that may be written; equal if none is
 * @param writesAll whether every element from {@code writtenFrom} to {@code writtenTo} is certainly
 *     written; if not, elements in between may belong to somebody else and must not be touched
 */
public record ArrayAccess(
    int parameter, int readFrom, int readTo, int writtenFrom, int writtenTo, boolean writesAll) {

  /** Whether any element may be read. */
  public boolean reads() {
    return readTo > readFrom;
  }

  /** Whether any element may be written. */
  public boolean writes() {
    return writtenTo > writtenFrom;
  }
}
