package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.kernel.Launch;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An execution's arrays as they were before it, so that it can be run a second time. An array that
 * occurs several times in the execution is copied once. Arrays that the execution does not write
 * are shared instead of copied. Not thread-safe.
 */
final class ExecutionCopies {
  private final Launch original;
  private final Launch copied;

  private ExecutionCopies(Launch original, Launch copied) {
    this.original = original;
    this.copied = copied;
  }

  /**
   * Copies what the execution may write.
   *
   * @throws OutOfMemoryError if the copies do not fit in memory
   */
  static ExecutionCopies of(Launch launch) {
    Set<Object> written = written(launch);
    IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
    @Nullable Object[] arguments = launch.arguments().clone();
    for (int p = 0; p < arguments.length; p++) {
      arguments[p] = copy(arguments[p], written, copies);
    }
    return new ExecutionCopies(launch, launch.on(arguments));
  }

  /** The bytes of the elements that {@link #of} copies. */
  static long bytes(Launch launch) {
    long bytes = 0;
    for (Object leaf : written(launch)) {
      bytes +=
          (long) Array.getLength(leaf) * ArrayBytes.ofElement(leaf.getClass().getComponentType());
    }
    return bytes;
  }

  /** The execution, on the copies. */
  Launch launch() {
    return copied;
  }

  /**
   * Compares what the execution has written with the copies, by bits but with all NaNs equal, and
   * replaces each element that differs by the copy's. Compares only elements that the execution
   * declares to write, since other threads may write the rest.
   *
   * @return the first element that differed, in the order of parameters and indices
   */
  Optional<Difference> reconcile() {
    return reconcile(original);
  }

  /**
   * Compares this with the copies of another run of the same execution, in the same way, and
   * replaces the other's elements by these.
   */
  Optional<Difference> reconcile(ExecutionCopies other) {
    return reconcile(other.copied);
  }

  private Optional<Difference> reconcile(Launch other) {
    List<Difference> differences = new ArrayList<>();
    for (ArrayAccess access : original.accesses()) {
      int p = access.parameter();
      if (access.writes() && p != original.violation()) {
        Object array = other.arguments()[p];
        Object copy = copied.arguments()[p];
        reconcile(p, "", array, copy, access.writtenFrom(), access.writtenTo(), differences);
      }
    }
    if (differences.isEmpty()) {
      return Optional.empty();
    }
    Difference first = differences.get(0);
    long elements = differences.stream().mapToLong(Difference::elements).sum();
    return Optional.of(
        new Difference(first.parameter, first.index, first.device, first.host, elements));
  }

  /**
   * The first element that differed.
   *
   * @param parameter the parameter of the array that contains it
   * @param index its index, {@code [3][5]}
   * @param device the value of the device, or of the other run
   * @param host the host's value
   * @param elements how many elements differed, including this one
   */
  record Difference(int parameter, String index, String device, String host, long elements) {}

  /**
   * @param row the indices from the parameter to the array
   */
  private static void reconcile(
      int parameter,
      String row,
      Object array,
      Object copy,
      int from,
      int to,
      List<Difference> differences) {
    if (array instanceof Object[] rows && copy instanceof Object[] copies) {
      for (int i = from; i < to; i++) {
        if (rows[i] != null) {
          int length = Array.getLength(rows[i]);
          reconcile(parameter, row + "[" + i + "]", rows[i], copies[i], 0, length, differences);
        }
      }
      return;
    }
    int first = Mismatch.first(array, copy, from, to);
    if (first < 0) {
      return;
    }
    String device = Mismatch.text(array, first);
    String host = Mismatch.text(copy, first);
    long elements = 0;
    for (int i = first; i >= 0; i = Mismatch.first(array, copy, i + 1, to)) {
      elements++;
      System.arraycopy(copy, i, array, i, 1);
    }
    differences.add(new Difference(parameter, row + "[" + first + "]", device, host, elements));
  }

  private static Set<Object> written(Launch launch) {
    Set<Object> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
    for (ArrayAccess access : launch.accesses()) {
      if (access.writes() && access.parameter() != launch.violation()) {
        Object array = launch.arguments()[access.parameter()];
        Recomputation.addLeaves(array, access.writtenFrom(), access.writtenTo(), leaves);
      }
    }
    if (launch.isChecked()) {
      // The array for the number of a violation; each of the two executions has its own.
      leaves.add(launch.arguments()[launch.violation()]);
    }
    return leaves;
  }

  private static @Nullable Object copy(
      @Nullable Object value, Set<Object> written, IdentityHashMap<Object, Object> copies) {
    if (value == null || !value.getClass().isArray()) {
      return value;
    }
    Object known = copies.get(value);
    if (known != null) {
      return known;
    }
    Object copy = value;
    if (value instanceof Object[] rows) {
      @Nullable Object[] others = rows.clone();
      for (int i = 0; i < others.length; i++) {
        others[i] = copy(rows[i], written, copies);
      }
      copy = others;
    } else if (written.contains(value)) {
      int length = Array.getLength(value);
      copy = Array.newInstance(value.getClass().getComponentType(), length);
      System.arraycopy(value, 0, copy, 0, length);
    }
    copies.put(value, copy);
    return copy;
  }
}
