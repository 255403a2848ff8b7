package dev.slipstream.model.kernel;

/**
 * The accesses of one execution of a kernel to one array parameter. All bounds are indices of its
 * outermost dimension and have been proven to be inside the array: elements of {@code double[]},
 * rows of {@code double[][]}, planes of {@code double[][][]}.
 *
 * <p>A row of an array of arrays counts as read if any element of it, or its length, may be read.
 * It counts as written if any element of it may be written. Rows that are read or written are not
 * null; rows outside both ranges may be null and have any length. The outer arrays themselves are
 * never written.
 *
 * @param parameter the index into {@link RangeKernel#parameters()}
 * @param readFrom the first element or row that may be read
 * @param readTo one past the last that may be read; equal to {@code readFrom} if none is
 * @param writtenFrom the first element or row that may be written
 * @param writtenTo one past the last that may be written; equal if none is
 * @param writesAll whether every element from {@code writtenFrom} to {@code writtenTo} is certainly
 *     written, in arrays of arrays every element of each of these rows; if not, elements in between
 *     may be in use elsewhere and must not be touched
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
