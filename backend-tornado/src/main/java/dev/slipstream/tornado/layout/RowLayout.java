package dev.slipstream.tornado.layout;

import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The rows of an array of arrays in one of TornadoVM's, and the table by which they are found. */
final class RowLayout implements ArrayLayout {
  private final ElementKind kind;
  private final int length;
  private final ArrayRows rows;

  /** The first element of the outermost array that is looked at. */
  private final int from;

  /**
   * @param array {@code T[][]} or {@code T[][][]}
   * @param from the first element of it that is looked at
   * @param to one past the last
   */
  RowLayout(Object[] array, int from, int to) {
    this.kind = ElementKind.ofArray(array.getClass().descriptorString());
    this.length = array.length;
    this.rows = new ArrayRows(array, from, to);
    this.from = from;
  }

  @Override
  public ElementKind kind() {
    return kind;
  }

  @Override
  public long size() {
    return rows.size();
  }

  @Override
  public long room() {
    return rows.rowLength() < 0
        ? ArrayLayout.roundedUp(size())
        : Math.max(size(), (long) length * rows.planeHeight() * rows.rowLength());
  }

  @Override
  public long start(int index) {
    return rows.start(index);
  }

  @Override
  public RowShape shape() {
    return new RowShape(rows.rowLength(), rows.planeHeight());
  }

  @Override
  public int[] table() {
    return rows.planes() < 0 ? rowTable() : planeTable();
  }

  private int[] rowTable() {
    int[] table = new int[from + rows.count() + 1];
    for (int r = 0; r <= rows.count(); r++) {
      table[from + r] = (int) rows.rowStart(r);
    }
    return table;
  }

  private int[] planeTable() {
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

  @Override
  public Optional<Object> flat() {
    return Optional.empty();
  }

  @Override
  public void put(int first, int count, ByteBuffer target) {
    rows.each(
        first,
        count,
        (row, at, part, done) -> ElementCopies.put(kind, row, at, part, piece(target, part)));
  }

  @Override
  public void get(int first, int count, ByteBuffer source) {
    rows.each(
        first,
        count,
        (row, at, part, done) -> ElementCopies.get(kind, row, at, part, piece(source, part)));
  }

  @Override
  public void getChanged(int first, int count, ByteBuffer source, ByteBuffer before) {
    rows.each(
        first,
        count,
        (row, at, part, done) ->
            ElementCopies.getChanged(
                kind, row, at, part, piece(source, part), piece(before, part)));
  }

  /** The next elements of a buffer, which moves on. */
  private ByteBuffer piece(ByteBuffer all, int count) {
    int bytes = count * kind.bytes();
    ByteBuffer piece = all.slice(all.position(), bytes).order(all.order());
    all.position(all.position() + bytes);
    return piece;
  }
}
