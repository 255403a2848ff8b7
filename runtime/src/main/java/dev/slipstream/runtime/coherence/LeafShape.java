package dev.slipstream.runtime.coherence;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of primitives in an array of arrays, as they are at this moment; for an array of
 * primitives, the array itself.
 */
final class LeafShape {
  /** Marks a row that is null. */
  private static final int NULL = -1;

  private static final int[] NO_STRUCTURE = {};

  private final @Nullable Object[] leaves;
  private final int[] structure;
  private final int shortest;

  private LeafShape(@Nullable Object[] leaves, int[] structure) {
    this.leaves = leaves;
    this.structure = structure;
    int least = Integer.MAX_VALUE;
    for (Object leaf : this.leaves) {
      least = leaf == null ? least : Math.min(least, Array.getLength(leaf));
    }
    this.shortest = least;
  }

  /**
   * Reads the structure of an array.
   *
   * @param mostLeaves the most arrays of primitives that are read, since more would take too long
   * @return empty if there are more
   */
  static Optional<LeafShape> of(Object array, int mostLeaves) {
    if (!(array instanceof Object[] rows)) {
      return Optional.of(new LeafShape(new Object[] {array}, NO_STRUCTURE));
    }
    if (!ofArrays(rows)) {
      return rows.length > mostLeaves
          ? Optional.empty()
          : Optional.of(
              new LeafShape(
                  Arrays.copyOf(rows, rows.length, Object[].class), new int[] {rows.length}));
    }
    List<@Nullable Object> leaves = new ArrayList<>();
    List<Integer> structure = new ArrayList<>();
    if (!collect(rows, leaves, structure, mostLeaves)) {
      return Optional.empty();
    }
    int[] numbers = new int[structure.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = structure.get(i);
    }
    return Optional.of(new LeafShape(leaves.toArray(), numbers));
  }

  /**
   * Returns the first array of primitives of an array, or the object itself; null if there is none.
   */
  static @Nullable Object first(Object array) {
    Object leaf = array;
    while (leaf instanceof Object[] rows) {
      leaf = rows.length == 0 ? null : rows[0];
    }
    return leaf;
  }

  private static boolean ofArrays(Object[] rows) {
    return rows.getClass().getComponentType().getComponentType().isArray();
  }

  private static boolean collect(
      Object[] rows, List<@Nullable Object> leaves, List<Integer> structure, int most) {
    structure.add(rows.length);
    boolean ofArrays = ofArrays(rows);
    for (Object row : rows) {
      if (!ofArrays) {
        leaves.add(row);
      } else if (row == null) {
        structure.add(NULL);
      } else if (!collect((Object[]) row, leaves, structure, most)) {
        return false;
      }
      if (leaves.size() > most) {
        return false;
      }
    }
    return true;
  }

  /** The arrays of primitives in their order. */
  @Nullable Object[] leaves() {
    return leaves;
  }

  /** The length of the shortest array of primitives; the greatest int if there is none. */
  int shortest() {
    return shortest;
  }

  /** The lengths of all arrays of arrays, with a mark for each that is null. */
  int[] structure() {
    return structure;
  }

  /**
   * The arrays of primitives that can be reached through an array of references, each once. Arrays
   * that contain themselves do no harm.
   */
  static List<Object> reachedFrom(Object[] references) {
    List<Object> reached = new ArrayList<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object[]> open = new ArrayDeque<>(List.<Object[]>of(references));
    seen.add(references);
    while (!open.isEmpty()) {
      for (Object element : open.pop()) {
        if (element != null && element.getClass().isArray() && seen.add(element)) {
          if (element instanceof Object[] inner) {
            open.push(inner);
          } else {
            reached.add(element);
          }
        }
      }
    }
    return reached;
  }

  /**
   * The array that lanes may keep: the array of primitives itself, or a new array of the same rows
   * that the program cannot reach.
   */
  static Object view(Object array) {
    if (!(array instanceof Object[] rows)) {
      return array;
    }
    Object[] copy = rows.clone();
    for (int i = 0; i < copy.length; i++) {
      if (copy[i] != null) {
        copy[i] = view(copy[i]);
      }
    }
    return copy;
  }
}
