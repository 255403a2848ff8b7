package dev.slipstream.tornado.launch;

/**
 * How regular the rows of an array of arrays are, which are numbered through all planes.
 *
 * @param rowLength how many primitives each row has; -1 if they differ, or planes do
 * @param planeHeight how many rows the planes of {@code T[][][]} have; only if those are equal
 */
public record RowShape(int rowLength, int planeHeight) {
  /** That of an array that is not looked at, or has no rows. */
  public static final RowShape NONE = new RowShape(0, 0);

  /** Whether arithmetic tells where rows are. */
  public boolean isEqual() {
    return rowLength >= 0;
  }
}
