package dev.slipstream.agent.connection;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.region.Box;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the arrays for which the user has declared what is read, and records the first read
 * outside of it. Not thread-safe.
 */
final class WatchedArrays implements ObjIntConsumer<Object> {
  private final IdentityHashMap<Object, List<Leaf>> leaves = new IdentityHashMap<>();
  private final IdentityHashMap<ArrayMapper, List<Box>> boxes = new IdentityHashMap<>();

  /** The length of the longest array of elements in each. */
  private final IdentityHashMap<ArrayMapper, Long> longest = new IdentityHashMap<>();

  private Box chunk;
  private Optional<String> outside = Optional.empty();

  /** The place of an array of primitives: the indices that lead to it. */
  private record Leaf(ArrayMapper array, List<Long> path) {}

  WatchedArrays(LoopMappers mappers, @Nullable Object[] arguments) {
    this.chunk = mappers.space();
    for (ArrayMapper array : mappers.arrays()) {
      if (array.isDeclared()) {
        add(array, arguments[array.parameters().iterator().next()], List.of());
      }
    }
  }

  private void add(ArrayMapper array, @Nullable Object value, List<Long> path) {
    if (value instanceof @Nullable Object[] rows) {
      for (int r = 0; r < rows.length; r++) {
        List<Long> longer = new ArrayList<>(path);
        longer.add((long) r);
        add(array, rows[r], longer);
      }
    } else if (value != null) {
      leaves.computeIfAbsent(value, v -> new ArrayList<>()).add(new Leaf(array, path));
      longest.merge(array, (long) Array.getLength(value), Math::max);
    }
  }

  /** Says which iterations the following reads belong to. */
  void enter(Box iterations) {
    chunk = iterations;
    boxes.clear();
  }

  /** Returns the first read outside of the declared boxes: {@code x[57], outside of [9, 16)}. */
  Optional<String> outside() {
    return outside;
  }

  @Override
  public void accept(Object array, int index) {
    List<Leaf> places = leaves.get(array);
    if (places == null || outside.isPresent()) {
      return;
    }
    for (Leaf place : places) {
      if (isInside(place, index)) {
        return;
      }
    }
    Leaf first = places.get(0);
    StringBuilder text = new StringBuilder(first.array().name());
    first.path().forEach(row -> text.append('[').append(row).append(']'));
    outside =
        Optional.of(
            text.append('[').append(index).append("], outside of ")
                + (boxes(first).isEmpty() ? "any box" : boxesText(first)));
  }

  private String boxesText(Leaf place) {
    int axes = place.array().shape().extents().size();
    String shape =
        place.array().shape().strides().isEmpty()
            ? ""
            : " of " + place.array().name() + " as " + place.array().shape();
    return String.join(" and ", boxes(place).stream().map(box -> box.text(axes)).toList()) + shape;
  }

  private List<Box> boxes(Leaf place) {
    return boxes.computeIfAbsent(place.array(), array -> array.reads().map(chunk));
  }

  private boolean isInside(Leaf place, int index) {
    long[] point = point(place, index);
    Box element = Box.SCALAR;
    for (int axis = 0; axis < point.length; axis++) {
      element = element.with(axis, point[axis], point[axis] + 1);
    }
    Box found = element;
    return boxes(place).stream().anyMatch(box -> box.contains(found));
  }

  /** Returns the index on each axis of the array's shape. */
  private long[] point(Leaf place, int index) {
    int axes = place.array().shape().extents().size();
    long[] point = new long[axes];
    long rest = index;
    for (int level = 0; level < place.path().size(); level++) {
      if (level < axes - 1) {
        point[level] = place.path().get(level);
      } else {
        // The two innermost indices share the last axis.
        rest += place.path().get(level) * longest.getOrDefault(place.array(), 0L);
      }
    }
    List<Long> strides = place.array().shape().strides();
    for (int axis = 0; axis < strides.size(); axis++) {
      point[axis] = rest / strides.get(axis);
      rest %= strides.get(axis);
    }
    point[axes - 1] = rest;
    return point;
  }
}
