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
 * <p>A copy has the values that {@code array.clone()} would have had in the place of the call,
 * whatever loops or other code write to the array later. The call does not wait for {@link
 * Parallel} loops that are under way, but as any loop it may wait while too many are. The arrays of
 * an array of arrays are copied, too, and so are theirs; one that occurs twice is copied once.
 *
 * <p>Without the agent, and where no loop has the array, the future is complete when the method
 * returns, so that what depends on it runs in the calling thread. Else it runs in a thread of its
 * own, and perhaps at the same time as what depends on another snapshot. A program whose {@code
 * main} has ended ends when what depends on its snapshots has; before {@code System.exit} it should
 * {@link CompletableFuture#join join} them, since it ends then within some seconds. If a device
 * fails and the values cannot be computed again, the future completes with the error that a look at
 * the array would throw.
 *
 * <p>Unlike the annotations of this package, this class has to be on the class path of the program
 * when it runs. All methods may be called by any thread.
 */
public final class Snapshots {
  /** The only thing that is known of the agent: who is asked for copies. */
  private static final String ASKED = "dev.slipstream.boot.Guards";

  private static final MethodType QUESTION =
      MethodType.methodType(CompletableFuture.class, Object.class, int.class, int.class);

  @SuppressWarnings("NonFinalStaticField") // Looked up once.
  private static volatile Optional<MethodHandle> agent = Optional.empty();

  private Snapshots() {}

  /**
   * Copies an array as it is now.
   *
   * @param array the array
   * @return has the copy, at once or later
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
   * Copies an array of arrays as it is now, with its arrays and theirs, up to those of other
   * things.
   *
   * @param <T> what it holds
   * @param array the array; of an array of anything but arrays the elements are the same
   * @return has the copy, at once or later
   * @throws NullPointerException if the array is null
   */
  public static <T> CompletableFuture<T[]> of(T[] array) {
    return ofAny(array);
  }

  /** For any array; see {@link Slipstream#fence(Object)}. */
  static <A> CompletableFuture<A> ofAny(A array) {
    requireArray(array);
    return Snapshots.<A>later(array)
        .orElseGet(() -> CompletableFuture.completedFuture(copied(array, new IdentityHashMap<>())));
  }

  /** For a part of any array; see {@link Slipstream#fence(Object, IndexRange)}. */
  static <A> CompletableFuture<A> ofPart(A array, IndexRange region) {
    requireArray(array);
    Objects.checkFromToIndex(region.from(), region.to(), (long) Array.getLength(array));
    int from = (int) region.from();
    int length = (int) region.size();
    if (length == 0 || array instanceof Object[]) {
      // The rows are copied, and the array is that of the caller.
      return ofAny(cut(array, from, length));
    }
    return Snapshots.<A>later(array, from, from + length)
        .map(all -> all.thenApply(copy -> cut(copy, from, length)))
        .orElseGet(() -> CompletableFuture.completedFuture(cut(array, from, length)));
  }

  private static void requireArray(Object array) {
    Objects.requireNonNull(array, "there is no array to copy");
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
    Objects.requireNonNull(array, "there is no array to copy");
    return later(array, 0, Array.getLength(array));
  }

  /** Empty if there is no agent, or the caller can copy the array at once. */
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

  /** An agent may come at any time, and stays. */
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
