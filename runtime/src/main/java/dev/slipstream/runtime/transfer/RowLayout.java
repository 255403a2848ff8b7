package dev.slipstream.runtime.transfer;

import dev.slipstream.model.kernel.ArrayRows;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The layout of an array of arrays: its rows in sequence. */
final class RowLayout implements ArrayLayout {
  private final ElementType type;
  private final int length;
  private final ArrayRows rows;

  /**
   * @param array an array of arrays of primitives, of any depth
   * @param from the first element of it that is accessed
   * @param to one past the last
   * @throws IllegalArgumentException if it is something else
   */
  RowLayout(Object[] array, int from, int to) {
    Class<?> row = array.getClass().getComponentType();
    while (row.getComponentType() != null && row.getComponentType().isArray()) {
      row = row.getComponentType();
    }
    this.type = ElementType.of(row);
    this.length = array.length;
    this.rows = new ArrayRows(array, from, to);
  }

  @Override
  public ElementType type() {
    return type;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long size() {
    return rows.size();
  }

  @Override
  public long start(int index) {
    return rows.start(index);
  }

  @Override
  public List<Integer> heights() {
    return rows.heights();
  }

  @Override
  public int rowLength() {
    return rows.rowLength();
  }

  @Override
  public Optional<ArrayRows> rows() {
    return Optional.of(rows);
  }

  @Override
  public Optional<Object> flat() {
    return Optional.empty();
  }

  @Override
  public void load(long from, int count, ByteBuffer target) {
    int at = target.position();
    rows.each(
        from,
        count,
        (row, first, part, before) ->
            type.load(row, first, part, target.position(at + (int) type.bytes(before))));
  }

  @Override
  public void store(long from, int count, ByteBuffer source) {
    int at = source.position();
    rows.each(
        from,
        count,
        (row, first, part, before) ->
            type.store(row, first, part, source.position(at + (int) type.bytes(before))));
  }

  @Override
  public void storeChanged(long from, int count, ByteBuffer source, ByteBuffer before) {
    int at = source.position();
    int old = before.position();
    rows.each(
        from,
        count,
        (row, first, part, rowsBefore) -> {
          int bytes = (int) type.bytes(rowsBefore);
          type.storeChanged(
              row, first, part, source.position(at + bytes), before.position(old + bytes));
        });
  }
}
