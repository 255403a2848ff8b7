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
 * The methods that instrumented classes call around accesses to array elements; the compiler's
 * {@code GuardCalls} says when. They filter out arrays that are too short to have elements on a
 * device, with a comparison that the JIT inlines. Thread-safe.
 */
@SuppressWarnings("MutablePublicArray") // Instrumented classes read the cells.
public final class Guards {
  /** The kinds of use: the numbers of the compiler's {@code CalleeUse}, and one more. */
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
   * The length of the shortest array that has elements on a device. The field is deliberately not
   * volatile. The program's own synchronisation orders code that uses a loop's element after the
   * loop's submission. Between two such points the JIT needs to read the field only once.
   */
  @SuppressWarnings("NonFinalStaticField") // A final one could not change.
  public static int shortest = NONE;

  /**
   * The same value, for checks after a write: another thread, which shares the array but none of
   * its elements with this one, may have submitted a loop meanwhile.
   */
  @SuppressWarnings("NonFinalStaticField") // As above.
  public static volatile int latest = NONE;

  /**
   * Each cell holds one element, which is not 0 while anything is on a device. There is one cell of
   * each type because the JIT does not move the read of an element before earlier writes to arrays
   * of the same type. {@link #latest} is read only if the element is not 0.
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

  /** The target of {@link #USE} while no array has elements on a device. */
  public static final MethodHandle UNUSED = marker("unused");

  private static final MethodHandle USED = marker("used");

  /**
   * Never called; only its target counts. The JIT treats the target as a constant. When it changes,
   * the JVM discards all code that was compiled with the old one, wherever threads are in it.
   */
  public static final MutableCallSite USE = new MutableCallSite(UNUSED);

  private static final Object USE_LOCK = new Object();

  private Guards() {}

  /**
   * Whether guards have anything to check. False from the program's start to the first loop that
   * leaves something on a device, and again after {@link #rest}; compiled code has no guards then.
   * Guards read the call site directly: where this method is called once in front of a long loop,
   * the JIT would not inline it, but it does inline a getter.
   */
  public static boolean inUse() {
    return USE.getTarget() != UNUSED;
  }

  /**
   * Removes guards from compiled code if nothing is on a device. When the program next uses a
   * device, all compiled code with guards is compiled again. So this is for programs that will not
   * use devices for long. Thread-safe.
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
   * Sets the receiver of what guards report.
   *
   * @return false if there is another receiver already; then nothing changes
   */
  public static boolean install(ArrayGuard guard) {
    if (GUARD.compareAndSet(null, guard)) {
      warmUp();
      return true;
    }
    return false;
  }

  /**
   * Sets the length of the shortest array that has elements on a device. If a loop lowers it, this
   * is called before the loop's submission returns. Thread-safe.
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

  /** Called before elements are read. */
  public static void read(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.mayReach(array, shortest)) {
      GuardedUse.report(array, ArrayGuard.ALL, READ);
    }
  }

  /** Called before elements are written. */
  public static void write(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.mayReach(array, shortest)) {
      GuardedUse.report(array, ArrayGuard.ALL, WRITE);
    }
  }

  /** Called after elements were written. */
  public static void written(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.mayReach(array, latest)) {
      GuardedUse.report(array, ArrayGuard.ALL, WRITTEN);
    }
  }

  /** Called before one element is read. */
  public static void readElement(@Nullable Object array, int index) {
    if (USE.getTarget() != UNUSED && ArrayKinds.mayReach(array, shortest)) {
      GuardedUse.report(array, index, READ);
    }
  }

  /** Called before one element is written. */
  public static void writeElement(@Nullable Object array, int index) {
    if (USE.getTarget() != UNUSED && ArrayKinds.mayReach(array, shortest)) {
      GuardedUse.report(array, index, WRITE);
    }
  }

  /** Called after one element was written. */
  public static void writtenElement(@Nullable Object array, int index) {
    if (USE.getTarget() != UNUSED && ArrayKinds.mayReach(array, latest)) {
      GuardedUse.report(array, index, WRITTEN);
    }
  }

  /** Called before elements are read in a loop. */
  public static void beginRead(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.length(array) >= shortest) {
      GuardedUse.report(array, ArrayGuard.ALL, READ);
    }
  }

  /** Called before elements are written, until {@link #endWrite} is called. */
  public static void beginWrite(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.length(array) >= shortest) {
      GuardedUse.report(array, ArrayGuard.ALL, WRITE);
    }
  }

  /** Called after elements may have been written since {@link #beginWrite}. */
  public static void endWrite(@Nullable Object array) {
    if (USE.getTarget() != UNUSED && ArrayKinds.length(array) >= latest) {
      GuardedUse.report(array, ArrayGuard.ALL, WRITTEN);
    }
  }

  /**
   * Calls the guards outside loops more often than 250 times (MinInliningThreshold), because the
   * JIT of JDK 17 inlines no method that was called less often. A guard that runs once for a long
   * loop would not reach that number soon. Left as a call, it would keep values out of registers in
   * the method's loops.
   */
  private static void warmUp() {
    for (int i = 0; i < WARM_UPS; i++) {
      read(null);
      write(null);
      written(null);
      readElement(null, 0);
      writeElement(null, 0);
      writtenElement(null, 0);
      handedOut(null, READ);
      takenBack(null);
      beginRead(null);
      beginWrite(null);
      endWrite(null);
      readRows(null);
      row(null, 0);
      beginWriteRows(null);
      endWriteRows(null);
      writtenRows(null);
      ArrayKinds.mayReach(null, NONE);
    }
  }

  /** Called before elements of the arrays in an array of references are read. */
  public static void readRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.reportRows(rows, READ);
    }
  }

  /**
   * Called before elements of the arrays in an array of references are written, until {@link
   * #endWriteRows} is called.
   */
  public static void beginWriteRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.reportRows(rows, WRITE);
    }
  }

  /** Called after elements of these arrays may have been written since {@link #beginWriteRows}. */
  public static void endWriteRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.reportRows(rows, WRITTEN);
    }
  }

  /** Called after elements of the arrays in an array of references were written. */
  public static void writtenRows(@Nullable Object rows) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.reportRows(rows, WRITTEN);
    }
  }

  /**
   * Called before a value is passed to code of the JDK or to native code.
   *
   * @param value any object
   * @param mode what that code does with arrays, the number of a {@code CalleeUse}
   */
  public static void handedOut(@Nullable Object value, int mode) {
    if (mode == KEEP || USE.getTarget() != UNUSED) {
      GuardedUse.report(value, ArrayGuard.ALL, mode);
    }
  }

  /** Called after code that got an array with {@link #handedOut} has returned or thrown. */
  public static void takenBack(@Nullable Object array) {
    if (USE.getTarget() != UNUSED) {
      GuardedUse.report(array, ArrayGuard.ALL, WRITTEN);
    }
  }

  /**
   * Called before a value is passed to code that may wait or call the program. Until {@link
   * #release} is called with the same value, loops over the value's arrays end before the program
   * goes on. Takes effect even while guards are out of use, because a loop may be submitted before
   * that code returns.
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
        GuardedUse.report(value, ArrayGuard.ALL, mode);
      }
    }
  }

  /** Called after code that got a value with {@link #hold} has returned or thrown. */
  public static void release(@Nullable Object value, int mode) {
    ArrayGuard guard = GUARD.get();
    if (value != null && guard != null) {
      if (ArrayKinds.isLeaf(value)) {
        guard.release(value);
        if (latest != NONE && (mode == WRITE || mode == READ_WRITE)) {
          GuardedUse.report(value, ArrayGuard.ALL, WRITTEN);
        }
      } else if (GuardedUse.holdsAll(value, mode)) {
        guard.releaseAll();
      }
    }
  }

  /** Called before a native method runs, which may use any array and call the program. */
  public static void beginNative() {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.holdAll();
      if (latest != NONE) {
        guard.fence();
      }
    }
  }

  /** Called after a native method has returned or thrown. */
  public static void endNative() {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.releaseAll();
    }
  }

  /** Called when code of the JDK has given the program a value that it may go on using. */
  public static void cameOut(@Nullable Object value) {
    if (value != null && value.getClass().isArray()) {
      GuardedUse.report(value, ArrayGuard.ALL, KEEP);
    }
  }

  /**
   * Called before a method or constructor is called that the program has as an object. What the JDK
   * gets counts as kept.
   *
   * @param callee a {@code Method} or {@code Constructor}
   * @param receiver null for a constructor and a static method
   */
  public static void reflected(
      @Nullable Object callee, @Nullable Object receiver, @Nullable Object arguments) {
    named(callee, null);
    if (!ReflectedCode.isOfProgram(callee)) {
      handedOut(receiver, KEEP);
      handedOut(arguments, KEEP);
    }
  }

  /** Called when such a call has returned a value. */
  public static void cameOutOf(@Nullable Object value, @Nullable Object callee) {
    if (value != null && value.getClass().isArray() && !ReflectedCode.isOfProgram(callee)) {
      cameOut(value);
    }
  }

  /** Called before a method returns that JMH calls: waits for the loops submitted until now. */
  public static void loopsEnd() {
    ArrayGuard guard = latest == NONE ? null : GUARD.get();
    if (guard != null) {
      guard.readsAll(/* allButLost= */ false);
    }
  }

  /**
   * Called before code runs that may reach any array through an object.
   *
   * @param reads whether it only reads them
   */
  static void fenceForObject(boolean reads) {
    ArrayGuard guard = USE.getTarget() == UNUSED || latest == NONE ? null : GUARD.get();
    if (guard != null && reads) {
      guard.readsAll(/* allButLost= */ true);
    } else if (guard != null) {
      guard.fenceForObject();
    }
  }

  /**
   * Takes a snapshot of an array; called by {@code dev.slipstream.api.Snapshots}.
   *
   * @param array an array of primitives, or of references
   * @return completes with the copy; null if the caller can copy the array immediately
   */
  public static @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to) {
    ArrayGuard guard = latest == NONE ? null : GUARD.get();
    return guard == null ? null : guard.snapshot(array, from, to);
  }

  /**
   * Returns an element of an array of references.
   *
   * @return the element, or null if there is none
   */
  public static @Nullable Object row(@Nullable Object rows, int index) {
    return rows instanceof Object[] array && index >= 0 && index < array.length
        ? array[index]
        : null;
  }

  /** Called before code runs that may use any array at any time without guards. */
  public static void unguarded(String reason) {
    ArrayGuard guard = GUARD.get();
    if (guard != null) {
      guard.unguarded(reason);
    }
  }

  /**
   * Called before a method is called by reflection or gets a method handle.
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

  /** Only the JDK's own methods that call methods matter here. */
  private static void named(Class<?> type, String name) {
    ArrayGuard guard = GUARD.get();
    if (guard != null
        && type.getClassLoader() == null
        && (type == Method.class || type.getName().startsWith("java.lang.invoke."))) {
      guard.named(type, name);
    }
  }
}
