package dev.slipstream.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Copies of arrays as they are at one point of the program, which the program need not wait for: it
 * can write the steps of a computation to disk while the next ones run.
 *
 * <pre>{@code
 * for (int step = 0; step < steps; step++) {
 *   advance(u, v);                                 // @Parallel loops that write v
 *   if (step % 100 == 0) {
 *     int number = step;
 *     written.add(Snapshots.of(v).thenAccept(values -> write(number, values)));
 *   }
 *   double[] t = u; u = v; v = t;
 * }
 * written.forEach(CompletableFuture::join);
 * }</pre>
 *
 * <p>A copy has the values that {@code array.clone()} would have had at the call, regardless of
 * what loops or other code write to the array later. The call does not wait for {@link Parallel}
 * loops that are still running, but like any loop it may wait if there are too many of them. Arrays
 * in an array of arrays are copied as well, on all levels; one that occurs twice is copied once.
 *
 * <p>Without the agent, and if no loop uses the array, the future is complete when the method
 * returns, so that dependent actions run in the calling thread. Otherwise they run in a thread of
 * their own, possibly at the same time as those of another snapshot. A program whose {@code main}
 * has ended ends when the dependent actions of its snapshots have. Before {@code System.exit} it
 * should {@link CompletableFuture#join join} them, since it then ends within some seconds. If a
 * device fails and the values cannot be computed again, the future completes with the error that an
 * access to the array would throw.
 *
 * <p>Unlike the annotations of this package, this class must be on the class path of the program
 * when it runs. Thread-safe.
 */
public final class Snapshots {
  /** The agent's class that makes copies: the only one that this class knows of. */
  private static final String ASKED = "dev.slipstream.boot.Guards";

  private static final MethodType QUESTION =
      MethodType.methodType(CompletableFuture.class, Object.class, int.class, int.class);

  @SuppressWarnings("NonFinalStaticField") // Looked up only once.
  private static volatile Optional<MethodHandle> agent = Optional.empty();

  private Snapshots() {}

  /**
   * Copies an array as it is at the call.
   *
   * @param array the array
   * @return completes with the copy, immediately or later
   * @throws NullPointerException if the array is null
   */
  public static CompletableFuture<boolean[]> of(boolean[] array) {
    return Snapshots.<boolean[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<byte[]> of(byte[] array) {
    return Snapshots.<byte[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<char[]> of(char[] array) {
    return Snapshots.<char[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<short[]> of(short[] array) {
    return Snapshots.<short[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<int[]> of(int[] array) {
    return Snapshots.<int[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<long[]> of(long[] array) {
    return Snapshots.<long[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<float[]> of(float[] array) {
    return Snapshots.<float[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /** As {@link #of(boolean[])}. */
  public static CompletableFuture<double[]> of(double[] array) {
    return Snapshots.<double[]>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(array.clone()));
  }

  /**
   * Copies an array of arrays as it is at the call, with the arrays in it on all levels.
   *
   * @param <T> the type of its elements
   * @param array the array; elements that are no arrays are not copied
   * @return completes with the copy, immediately or later
   * @throws NullPointerException if the array is null
   */
  public static <T> CompletableFuture<T[]> of(T[] array) {
    return ofAny(array);
  }

  /** As {@link #of(Object[])} for any array; see {@link Slipstream#fence(Object)}. */
  static <A> CompletableFuture<A> ofAny(A array) {
    requireArray(array);
    return Snapshots.<A>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(copied(array, new IdentityHashMap<>())));
  }

  /** Copies a part of any array; see {@link Slipstream#fence(Object, IndexRange)}. */
  static <A> CompletableFuture<A> ofPart(A array, IndexRange region) {
    requireArray(array);
    Objects.checkFromToIndex(region.from(), region.to(), (long) Array.getLength(array));
    int from = (int) region.from();
    int length = (int) region.size();
    if (length == 0 || array instanceof Object[]) {
      // The rows are copied; the outer array was made for the caller.
      return ofAny(cut(array, from, length));
    }
    return Snapshots.<A>later(array, from, from + length)
        .map(all -> all.thenApply(copy -> cut(copy, from, length)))
        .orElseGet(() -> CompletableFuture.completedFuture(cut(array, from, length)));
  }

  private static void requireArray(Object array) {
    Objects.requireNonNull(array, "the array to copy is null");
    if (!array.getClass().isArray()) {
      throw new IllegalArgumentException(
          "only arrays can be copied, not " + array.getClass().getTypeName());
    }
  }

  @SuppressWarnings({"unchecked", "SuspiciousSystemArraycopy"}) // Both are of the same type.
  private static <A> A cut(A array, int from, int length) {
    Object part = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, from, part, 0, length);
    return (A) part;
  }

  @SuppressWarnings("unchecked") // A copy is of the type of its array.
  private static <A> A copied(A array, Map<Object, Object> copies) {
    Object known = copies.get(array);
    if (known != null) {
      return (A) known;
    }
    Object copy = cloned(array);
    if (copy instanceof Object[] rows && array.getClass().getComponentType().isArray()) {
      for (int r = 0; r < rows.length; r++) {
        rows[r] = rows[r] == null ? null : copied(rows[r], copies);
      }
    }
    copies.put(array, copy);
    return (A) copy;
  }

  private static Object cloned(Object array) {
    if (array instanceof Object[] references) {
      return references.clone();
    } else if (array instanceof double[] numbers) {
      return numbers.clone();
    } else if (array instanceof float[] numbers) {
      return numbers.clone();
    } else if (array instanceof long[] numbers) {
      return numbers.clone();
    } else if (array instanceof int[] numbers) {
      return numbers.clone();
    } else if (array instanceof short[] numbers) {
      return numbers.clone();
    } else if (array instanceof byte[] numbers) {
      return numbers.clone();
    } else if (array instanceof char[] characters) {
      return characters.clone();
    }
    return ((boolean[]) array).clone();
  }

  private static <A> Optional<CompletableFuture<A>> later(A array) {
    Objects.requireNonNull(array, "the array to copy is null");
    return later(array, 0, Array.getLength(array));
  }

  /**
   * A copy by the agent; empty if there is no agent, or if the caller can copy the array
   * immediately.
   */
  @SuppressWarnings("unchecked") // The agent's copies are of the types of their arrays.
  private static <A> Optional<CompletableFuture<A>> later(A array, int from, int to) {
    Optional<MethodHandle> asked = agent();
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
          (CompletableFuture<A>) asked.get().invoke((Object) array, from, to));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The agent's method. An agent may be attached at any time, and is never removed. */
  private static Optional<MethodHandle> agent() {
    Optional<MethodHandle> known = agent;
    if (known.isEmpty()) {
      try {
        Class<?> there = Class.forName(ASKED, false, null);
        known = Optional.of(MethodHandles.publicLookup().findStatic(there, "snapshot", QUESTION));
        agent = known;
      } catch (ReflectiveOperationException notThere) {
        return Optional.empty();
      }
    }
    return known;
  }
}
