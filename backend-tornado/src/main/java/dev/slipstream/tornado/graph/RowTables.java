package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.ArrayRows;

/**
 * Makes the tables by which kernels find the rows of arrays of arrays if the rows are of different
 * lengths. The table of a {@code T[][]} holds the start of each row, and the end of the last. The
 * table of a {@code T[][][]} holds first the number of each plane's first row, and one entry more,
 * then the start of each row. A table is meaningless if there are more primitives than an array can
 * have. Stateless.
 */
final class RowTables {
  private RowTables() {}

  /** Returns the table of an array. */
  static int[] of(ArrayRows rows) {
    return rows.levels() == 0 ? rowTable(rows) : planeTable(rows);
  }

  private static int[] rowTable(ArrayRows rows) {
    int[] table = new int[rows.from() + rows.count() + 1];
    for (int r = 0; r <= rows.count(); r++) {
      table[rows.from() + r] = (int) rows.rowStart(r);
    }
    return table;
  }

  private static int[] planeTable(ArrayRows rows) {
    int from = rows.from();
    int length = rows.length();
    // If all planes are equal, rows are counted from the first plane, even if later ones are used.
    int before = rows.rowLength() < 0 ? 0 : from * rows.heights().get(0);
    int[] table = new int[length + 1 + before + rows.count() + 1];
    for (int p = 0; p <= rows.count(0); p++) {
      table[from + p] = before + rows.first(0, p);
    }
    for (int r = 0; r <= rows.count(); r++) {
      table[length + 1 + before + r] = (int) rows.rowStart(r);
    }
    return table;
  }
}
