package dev.slipstream.compiler.opencl;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** An array of arrays in the layout for a kernel, without regard for speed. */
final class FlatRows {
  private final List<Object> rows = new ArrayList<>();
  private final List<Long> planes = new ArrayList<>();
  private final List<Long> starts = new ArrayList<>();
  private final Object array;
  private final Object elements;
  private final int depth;

  /**
   * @param array {@code T[][]} or {@code T[][][]} without nulls
   */
  FlatRows(Object[] array) {
    this.array = array;
    this.depth = array instanceof Object[][] ? 3 : 2;
    for (Object outer : array) {
      planes.add((long) rows.size());
      rows.addAll(outer instanceof Object[] plane ? List.of(plane) : List.of(outer));
    }
    planes.add((long) rows.size());
    long start = 0;
    for (Object row : rows) {
      starts.add(start);
      start += Array.getLength(row);
    }
    starts.add(start);
    Class<?> type = array.getClass();
    while (type.isArray()) {
      type = type.getComponentType();
    }
    elements = Array.newInstance(type, (int) start);
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(rows.get(r), 0, elements, start(r), Array.getLength(rows.get(r)));
    }
  }

  private int start(int row) {
    return starts.get(row).intValue();
  }

  /** The kernel's arguments for the array, in order. */
  List<Object> arguments() {
    boolean equal = rows.stream().mapToInt(Array::getLength).distinct().count() == 1;
    long height = planes.get(1);
    for (int p = 0; p < planes.size() - 1; p++) {
      equal &= planes.get(p + 1) - planes.get(p) == height;
    }
    List<Object> arguments = new ArrayList<>();
    arguments.add(elements);
    if (depth == 3) {
      arguments.add(planes.stream().mapToLong(p -> p).toArray());
    }
    arguments.add(starts.stream().mapToLong(s -> s).toArray());
    if (depth == 3) {
      arguments.add((int) height);
    }
    arguments.add(equal ? Array.getLength(rows.get(0)) : -1);
    arguments.add(Array.getLength(array));
    return arguments;
  }

  /** Copies the elements back from the layout to the array. */
  void store() {
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(elements, start(r), rows.get(r), 0, Array.getLength(rows.get(r)));
    }
  }
}
