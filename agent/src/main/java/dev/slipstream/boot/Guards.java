package dev.slipstream.boot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented classes call around the places where they use elements of arrays; the
 * compiler's {@code GuardCalls} says when. Arrays that are too short to have anything on a device
 * are sorted out here, by a comparison that the JIT inlines. Thread-safe.
 */
@SuppressWarnings("MutablePublicArray") // Instrumented classes look at the cells.
public final class Guards {
  /** What happens to an array: the numbers of the compiler's {@code CalleeUse}, and one more. */
  static final int READ = 1;

  static final int WRITE = 2;
  static final int READ_WRITE = 3;
  static final int KEEP = 4;
  static final int READ_LEAVES = 5;
  static final int READ_GRAPH = 6;
  static final int WRITTEN = 7;

  static final int NONE = Integer.MAX_VALUE;

  private static final int WARM_UPS = 251;

  /**
   * No array that has anything on a device is shorter. Plain on purpose: who uses an element that a
   * loop has used is ordered behind the loop's submission by the program's own synchronisation, and
   * between two such points the JIT need look here only once.
   */
  @SuppressWarnings("NonFinalStaticField") // A final one could not change.
  public static int shortest = NONE;

  /**
   * The same, for those who have written elements: another thread, with which this one shares an
   * array but no element of it, may have submitted a loop meanwhile.
   */
  @SuppressWarnings("NonFinalStaticField") // As above.
  public static volatile int latest = NONE;

  /**
   * Each holds one element that is not 0 while anything is on a device. There is one of each type
   * because the JIT does not move a look at an element in front of what was written before to
   * arrays of the same type; {@link #latest} is then only looked at where the element is not 0.
   */
  public static final boolean[] CELL_Z = new boolean[1];

  public static final byte[] CELL_B = new byte[1];
  public static final char[] CELL_C = new char[1];
  public static final short[] CELL_S = new short[1];
  public static final int[] CELL_I = new int[1];
  public static final long[] CELL_J = new long[1];
  public static final float[] CELL_F = new float[1];
  public static final double[] CELL_D = new double[1];

  static final AtomicReference<@Nullable ArrayGuard> GUARD = new AtomicReference<>();

  /** The target of {@link #USE} while guards have nothing to look for. */
  public static final MethodHandle UNUSED = marker("unused");

  private static final MethodHandle USED = marker("used");

  /**
   * Never called: the JIT takes a call site's target for a constant, and before another is set the
   * JVM throws all code away that was compiled with it, wherever threads are in it.
   */
  public static final MutableCallSite USE = new MutableCallSite(UNUSED);

  private static final Object USE_LOCK = new Object();

  private Guards() {}

  /**
   * Whether guards have anything to look for. False from the program's start to the first loop that
   * leaves something on a device, and again after {@link #rest}; compiled code has no guards then.
   * Guards ask the call site themselves: the JIT does not inline a method of this size where it is
   * called once for a long loop, but a getter.
   */
  public static boolean inUse() {
    return USE.getTarget() != UNUSED;
  }

  /**
   * Lets guards vanish from compiled code if nothing is on a device. When something is again, all
   * compiled code with guards is compiled anew, so this is for programs that will leave devices
   * alone for long. Thread-safe.
   *
   * @return whether guards are out of use now
   */
  public static boolean rest() {
    synchronized (USE_LOCK) {
      if (shortest == NONE && inUse()) {
        use(UNUSED);
      }
      return !inUse();
    }
  }

  private static void use(MethodHandle target) {
    USE.setTarget(target);
    MutableCallSite.syncAll(new MutableCallSite[] {USE});
  }

  private static MethodHandle marker(String name) {
    try {
      return MethodHandles.lookup()
          .findStatic(Guards.class, name, MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Guards." + name + " is missing", e);
    }
  }

  private static void unused() {}

  @SuppressWarnings("UnusedMethod") // Found by its name.
  private static void used() {}

  /**
   * Sends what guards find to a receiver from now on.
   *
   * @return false if there is another one already; then nothing changes
   */
  public static boolean install(ArrayGuard guard) {
    if (GUARD.compareAndSet(null, guard)) {
      warmUp();
      return true;
    }
    return false;
  }

  /**
   * Sets the length of the shortest array that has anything on a device. Where a loop lowers it,
   * this is called before the loop's submission returns. Thread-safe.
   *
   * @param length in elements; {@code Integer.MAX_VALUE} if nothing is on a device
   */
  public static void shortest(int length) {
    synchronized (USE_LOCK) {
      tell(length);
      if (length != NONE && !inUse()) {
        use(USED);
      }
    }
  }

  private static void tell(int length) {
    shortest = length;
    latest = length;
    boolean any = length != NONE;
    byte cell = (byte) (any ? 1 : 0);
    CELL_Z[0] = any;
    CELL_B[0] = cell;
    CELL_C[0] = (char) cell;
    CELL_S[0] = cell;
    CELL_I[0] = cell;
    CELL_J[0] = cell;
    CELL_F[0] = cell;
    CELL_D[0] = cell;
  }

  /** Elements are about to be read. */
  public static void read(@Nullable Object array) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, ArrayGuard.ALL, READ);
    }
  }

  /** Elements are about to be written. */
  public static void write(@Nullable Object array) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, ArrayGuard.ALL, WRITE);
    }
  }

  /** Elements were written. */
  public static void written(@Nullable Object array) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, ArrayGuard.ALL, WRITTEN);
    }
  }

  /** One element is about to be read. */
  public static void readElement(@Nullable Object array, int index) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, index, READ);
    }
  }

  /** One element is about to be written. */
  public static void writeElement(@Nullable Object array, int index) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, index, WRITE);
    }
  }

  /** One element was written. */
  public static void writtenElement(@Nullable Object array, int index) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, index, WRITTEN);
    }
  }

  /** Elements are about to be read in a loop. */
  public static void beginRead(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.length(array) >= shortest) {
      GuardedUse.look(array, ArrayGuard.ALL, READ);
    }
  }

  /** Elements are about to be written until {@link #endWrite} is called. */
  public static void beginWrite(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.length(array) >= shortest) {
      GuardedUse.look(array, ArrayGuard.ALL, WRITE);
    }
  }

  /** Elements may have been written since {@link #beginWrite}. */
  public static void endWrite(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.length(array) >= latest) {
      GuardedUse.look(array, ArrayGuard.ALL, WRITTEN);
    }
  }

  /**
   * Calls what stands around loops more often than the 250 times (MinInliningThreshold) below which
   * the JIT of JDK 17 inlines no method: what is called once for a long loop would not come there
   * for long, and a call that is left in a method keeps values out of registers in its loops.
   */
  private static void warmUp() {
    for (int i = 0; i < WARM_UPS; i++) {
      beginRead(null);
      beginWrite(null);
      endWrite(null);
      readRows(null);
      row(null, 0);
      beginWriteRows(null);
      endWriteRows(null);
      ArrayKinds.length(null);
    }
  }

  /** Elements of the arrays in an array of references are about to be read. */
  public static void readRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.lookAtRows(rows, READ);
    }
  }

  /**
   * Elements of the arrays in an array of references are about to be written until {@link
   * #endWriteRows} is called.
   */
  public static void beginWriteRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.lookAtRows(rows, WRITE);
    }
  }

  /** Elements of these arrays may have been written since {@link #beginWriteRows}. */
  public static void endWriteRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.lookAtRows(rows, WRITTEN);
    }
  }

  /** Elements of the arrays in an array of references were written. */
  public static void writtenRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.lookAtRows(rows, WRITTEN);
    }
  }

  /**
   * A value is about to be passed to code of the JDK or to native code.
   *
   * @param value any object
   * @param mode what that code does with arrays, the number of a {@code CalleeUse}
   */
  public static void handedOut(@Nullable Object value, int mode) {
    if (mode == KEEP || USE.getTarget() != UNUSED) {
      GuardedUse.look(value, ArrayGuard.ALL, mode);
    }
  }

  /** Code to which an array was handed out has returned or thrown. */
  public static void takenBack(@Nullable Object array) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.look(array, ArrayGuard.ALL, WRITTEN);
    }
  }

  /**
   * The same for code that may wait or call the program: until {@link #letGo} is called with the
   * same value, loops over what it was given end before the program goes on. Also while guards are
   * out of use, since a loop may be submitted before it returns.
   */
  public static void hold(@Nullable Object value, int mode) {
    ArrayGuard guard = GUARD.get();
    if (value != null && guard != null) {
      if (ArrayKinds.isLeaf(value)) {
        guard.hold(value);
      } else if (GuardedUse.holdsAll(value, mode)) {
        guard.holdAll();
      }
      if (latest != NONE) {
        GuardedUse.look(value, ArrayGuard.ALL, mode);
      }
    }
  }

  /** Code to which a value was handed out with {@link #hold} has returned or thrown. */
  public static void letGo(@Nullable Object value, int mode) {
    ArrayGuard guard = GUARD.get();
    if (value != null && guard != null) {
      if (ArrayKinds.isLeaf(value)) {
        guard.letGo(value);
        if (latest != NONE && (mode == WRITE || mode == READ_WRITE)) {
          GuardedUse.look(value, ArrayGuard.ALL, WRITTEN);
        }
      } else if (GuardedUse.holdsAll(value, mode)) {
        guard.letGoOfAll();
      }
    }
  }

  /** A native method is about to run, which may use any array and call the program. */
  public static void beginNative() {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.holdAll();
      if (latest != NONE) {
        guard.fence();
      }
    }
  }

  /** A native method has returned or thrown. */
  public static void endNative() {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.letGoOfAll();
    }
  }

  /** Code of the JDK has given a value to the program and may go on using it. */
  public static void cameOut(@Nullable Object value) {
    if (value != null && value.getClass().isArray()) {
      GuardedUse.look(value, ArrayGuard.ALL, KEEP);
    }
  }

  /** A method that JMH calls is about to return: the loops submitted so far end before. */
  public static void loopsEnd() {
    ArrayGuard guard = latest == NONE ? null : GUARD.get();
    if (guard != null) {
      guard.fence();
    }
  }

  /** Code is about to run that may reach any array through an object. */
  static void fenceForObject() {
    if (USE.getTarget() != UNUSED && latest != NONE) {
      ArrayGuard guard = GUARD.get();
      if (guard != null) {
        guard.fenceForObject();
      }
    }
  }

  /**
   * A copy is wanted of an array as it is now; called by {@code dev.slipstream.api.Snapshots}.
   *
   * @param array an array of primitives, or of references
   * @return has the copy later; null if the caller can copy the array at once
   */
  public static @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to) {
    ArrayGuard guard = latest == NONE ? null : GUARD.get();
    return guard == null ? null : guard.snapshot(array, from, to);
  }

  /**
   * The element of an array of references.
   *
   * @return the element, or null where there is none
   */
  public static @Nullable Object row(@Nullable Object rows, int index) {
    return rows instanceof Object[] array && index >= 0 && index < array.length
        ? array[index]
        : null;
  }

  /** Code is about to run that may use any array at any time. */
  public static void unguarded(String reason) {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.unguarded(reason);
    }
  }

  /**
   * A method is about to be called by reflection, or a handle of it made.
   *
   * @param of a {@code Method}, a class that has the method, or an object of such a class
   * @param name the method's name; null for a {@code Method}
   */
  public static void named(@Nullable Object of, @Nullable String name) {
    if (of instanceof Method method) {
      named(method.getDeclaringClass(), method.getName());
    } else if (of != null && name != null) {
      named(of instanceof Class<?> type ? type : of.getClass(), name);
    }
  }

  /** Only the JDK's own methods about methods are of interest. */
  private static void named(Class<?> type, String name) {
    ArrayGuard guard = GUARD.get();
    if (guard != null
        && type.getClassLoader() == null
        && (type == Method.class || type.getName().startsWith("java.lang.invoke."))) {
      guard.named(type, name);
    }
  }
}
