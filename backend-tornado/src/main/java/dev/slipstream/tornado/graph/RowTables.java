package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.ArrayRows;

/**
 * The tables by which kernels find the rows of arrays of arrays where they are not equal. Of {@code
 * T[][]} one says where each row starts, and where the last ends. Of {@code T[][][]} it says first
 * the number of each plane's first row, with one entry more than there are planes, and then where
 * each row starts. Of more primitives than an array can have it means nothing. Stateless.
 */
final class RowTables {
  private RowTables() {}

  /** The table of an array. */
  static int[] of(ArrayRows rows) {
    return rows.planes() < 0 ? rowTable(rows) : planeTable(rows);
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
    // Planes of equal rows begin with the first one of all, also if only others are looked at.
    int before = rows.rowLength() < 0 ? 0 : from * rows.planeHeight();
    int[] table = new int[length + 1 + before + rows.count() + 1];
    for (int p = 0; p <= rows.planes(); p++) {
      table[from + p] = before + rows.firstRow(p);
    }
    for (int r = 0; r <= rows.count(); r++) {
      table[length + 1 + before + r] = (int) rows.rowStart(r);
    }
    return table;
  }
}
