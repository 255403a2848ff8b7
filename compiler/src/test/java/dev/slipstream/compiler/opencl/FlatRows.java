package dev.slipstream.compiler.opencl;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An array of arrays in the layout for a kernel, without regard for speed. */
final class FlatRows {
  private final List<Object> rows;

  /** For each level above the rows, outermost first: where its arrays start on the next one. */
  private final List<List<Long>> levels = new ArrayList<>();

  private final List<Long> starts = new ArrayList<>();
  private final Object array;
  private final Object elements;

  /**
   * @param array {@code T[][]}, {@code T[][][]} or deeper, without nulls
   */
  FlatRows(Object[] array) {
    this.array = array;
    List<Object> level = Arrays.asList(array);
    while (level.get(0) instanceof Object[] outer
        && outer.getClass().getComponentType().isArray()) {
      List<Long> first = new ArrayList<>();
      List<Object> next = new ArrayList<>();
      for (Object one : level) {
        first.add((long) next.size());
        next.addAll(Arrays.asList((Object[]) one));
      }
      first.add((long) next.size());
      levels.add(first);
      level = next;
    }
    rows = level;
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
    List<Object> arguments = new ArrayList<>();
    List<Object> heights = new ArrayList<>();
    arguments.add(elements);
    for (List<Long> level : levels) {
      long height = level.get(1);
      for (int p = 0; p < level.size() - 1; p++) {
        equal &= level.get(p + 1) - level.get(p) == height;
      }
      heights.add((int) height);
      arguments.add(level.stream().mapToLong(p -> p).toArray());
    }
    arguments.add(starts.stream().mapToLong(s -> s).toArray());
    arguments.addAll(heights);
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
