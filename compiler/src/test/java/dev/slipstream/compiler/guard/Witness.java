package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.guard.placement.GuardKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The dispatcher of guarded test programs. {@link WitnessPass} makes the programs report each
 * access and each event to it as well. It records every access without a guard, and every written
 * array that was not reported. Each thread has its own records.
 */
public final class Witness {
  public static final String NAME = "dev/slipstream/compiler/guard/Witness";

  public static final MethodHandle UNUSED =
      MethodHandles.constant(String.class, "guards are not in use");

  /** Guards are in use. */
  public static final MutableCallSite USE =
      new MutableCallSite(MethodHandles.constant(String.class, "guards are in use"));

  /** Every array is of interest. */
  public static int shortest;

  public static volatile int latest;

  public static final boolean[] CELL_Z = {true};
  public static final byte[] CELL_B = {1};
  public static final char[] CELL_C = {1};
  public static final short[] CELL_S = {1};
  public static final int[] CELL_I = {1};
  public static final long[] CELL_J = {1};
  public static final float[] CELL_F = {1};
  public static final double[] CELL_D = {1};

  private static final ThreadLocal<Witness> CURRENT = ThreadLocal.withInitial(Witness::new);
  private static final int MOST_FAILURES = 20;

  /** Denotes the indices of all elements. */
  private static final int ALL = -1;

  private final Map<Object, Integer> guards = new IdentityHashMap<>();
  private final Map<Object, Map<Integer, Integer>> elements = new IdentityHashMap<>();

  /** Arrays of which elements were written, with the indices. */
  private final Map<Object, Set<Integer>> dirty = new IdentityHashMap<>();

  private final Map<Object, Integer> open = new IdentityHashMap<>();
  private final Set<Object> handed = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Values that calls hold until they return; one may occur twice. */
  private final List<Object> held = new ArrayList<>();

  private final Set<Object> foreign = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean fenced;
  private int natives;
  private boolean nativeHasRun;
  private final List<String> failures = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private Object about = "";
  private int aboutIndex;
  private String where = "";
  private boolean recording;
  private long accesses;
  private long guardCalls;

  private Witness() {}

  /** Starts the records of this thread. */
  static void start(boolean recording) {
    CURRENT.remove();
    CURRENT.get().recording = recording;
  }

  static List<String> failures() {
    Witness witness = CURRENT.get();
    if (!witness.held.isEmpty()) {
      witness.fail("an array was held when all calls had ended");
    }
    if (witness.natives != 0) {
      witness.fail("native methods began and ended, and one more or less");
    }
    return witness.failures;
  }

  /** The calls of the dispatcher, if they are recorded. */
  static List<String> calls() {
    return CURRENT.get().calls;
  }

  static long accesses() {
    return CURRENT.get().accesses;
  }

  static long guardCalls() {
    return CURRENT.get().guardCalls;
  }

  private static Witness called(String name, Object array) {
    Witness witness = CURRENT.get();
    witness.guardCalls++;
    if (witness.recording) {
      witness.calls.add(name + " " + text(array));
    }
    return witness;
  }

  private static String text(Object array) {
    if (array == null) {
      return "null";
    }
    Class<?> type = array.getClass();
    return type.isArray()
        ? type.getComponentType().getSimpleName() + "[" + Array.getLength(array) + "]"
        : type.getSimpleName();
  }

  private void grant(Object array, int kinds) {
    if (array != null) {
      guards.merge(array, kinds, (a, b) -> a | b);
    }
  }

  private void grant(Object array, int index, int kinds) {
    if (array != null) {
      elements.computeIfAbsent(array, key -> new HashMap<>()).merge(index, kinds, (a, b) -> a | b);
    }
  }

  // The dispatcher.

  public static void read(Object array) {
    called("read", array).grant(array, GuardKind.READ);
  }

  public static void write(Object array) {
    called("write", array).grant(array, GuardKind.READ | GuardKind.WRITE);
  }

  public static void written(Object array) {
    called("written", array).dirty.remove(array);
  }

  public static void readElement(Object array, int index) {
    called("readElement " + index, array).grant(array, index, GuardKind.READ);
  }

  public static void writeElement(Object array, int index) {
    called("writeElement " + index, array).grant(array, index, GuardKind.READ | GuardKind.WRITE);
  }

  public static void writtenElement(Object array, int index) {
    Witness witness = called("writtenElement " + index, array);
    Set<Integer> left = witness.dirty.getOrDefault(array, Set.of());
    if (left.contains(index)) {
      left.remove(index);
    }
    if (left.isEmpty()) {
      witness.dirty.remove(array);
    }
  }

  public static void beginRead(Object array) {
    called("beginRead", array).grant(array, GuardKind.READ);
  }

  public static void beginWrite(Object array) {
    Witness witness = called("beginWrite", array);
    witness.grant(array, GuardKind.READ | GuardKind.WRITE);
    if (array != null) {
      witness.open.merge(array, 1, Integer::sum);
    }
  }

  public static void endWrite(Object array) {
    Witness witness = called("endWrite", array);
    witness.dirty.remove(array);
    if (array != null && witness.open.merge(array, -1, Integer::sum) <= 0) {
      if (witness.open.remove(array) < 0) {
        witness.fail("an interval was closed that was not open");
      }
    }
  }

  public static void readRows(Object rows) {
    Witness witness = called("readRows", rows);
    forEachRow(rows, row -> witness.grant(row, GuardKind.READ));
  }

  public static void beginWriteRows(Object rows) {
    Witness witness = called("beginWriteRows", rows);
    forEachRow(rows, row -> witness.grant(row, GuardKind.READ | GuardKind.WRITE));
    if (rows != null) {
      witness.open.merge(rows, 1, Integer::sum);
    }
  }

  public static void endWriteRows(Object rows) {
    Witness witness = called("endWriteRows", rows);
    forEachRow(rows, witness.dirty::remove);
    if (rows != null && witness.open.merge(rows, -1, Integer::sum) <= 0) {
      if (witness.open.remove(rows) < 0) {
        witness.fail("an interval of rows was closed that was not open");
      }
    }
  }

  public static void writtenRows(Object rows) {
    forEachRow(rows, called("writtenRows", rows).dirty::remove);
  }

  private static void forEachRow(Object rows, Consumer<Object> action) {
    if (rows instanceof Object[] array) {
      for (Object row : array) {
        if (row != null && row.getClass().isArray() && !(row instanceof Object[])) {
          action.accept(row);
        }
      }
    }
  }

  public static void handedOut(Object array, int mode) {
    called("handedOut " + mode, array).handed.add(array);
  }

  public static void takenBack(Object array) {
    called("takenBack", array).dirty.remove(array);
  }

  public static void cameOut(Object array) {
    called("cameOut", array).foreign.remove(array);
  }

  public static void hold(Object array, int mode) {
    Witness witness = called("hold " + mode, array);
    witness.handed.add(array);
    witness.held.add(array);
  }

  public static void release(Object array, int mode) {
    Witness witness = called("release " + mode, array);
    witness.dirty.remove(array);
    if (!witness.held.remove(array)) {
      witness.fail("an array was released that was not held");
    }
  }

  public static void beginNative() {
    Witness witness = called("beginNative", "");
    witness.fenced = true;
    witness.natives++;
  }

  public static void endNative() {
    Witness witness = called("endNative", "");
    witness.nativeHasRun = false;
    witness.natives--;
  }

  public static void unguarded(String reason) {
    called("unguarded " + reason, "");
  }

  public static void named(Object of, String name) {
    called("named " + of + " " + name, "");
  }

  public static void reflected(Object callee, Object receiver, Object arguments) {
    called("reflected " + callee + " " + receiver, arguments).handed.add(arguments);
  }

  public static void cameOutOf(Object array, Object callee) {
    called("cameOutOf " + callee, array).foreign.remove(array);
  }

  public static Object row(Object rows, int index) {
    return rows instanceof Object[] array && index >= 0 && index < array.length
        ? array[index]
        : null;
  }

  // Further calls of the programs.

  public static void event() {
    Witness witness = CURRENT.get();
    if (!witness.dirty.isEmpty()) {
      witness.fail("an event came before a written array was reported");
      witness.dirty.clear();
    }
    if (!witness.open.isEmpty()) {
      witness.fail("an event came while an interval was open");
      witness.open.clear();
    }
    if (!witness.foreign.isEmpty()) {
      witness.fail("an event came before an array that the JDK may use was reported");
      witness.foreign.clear();
    }
    if (witness.nativeHasRun) {
      witness.fail("an event came before the end of a native method was reported");
      witness.nativeHasRun = false;
    }
    witness.guards.clear();
    witness.elements.clear();
    witness.handed.clear();
    witness.fenced = false;
  }

  /** A method of the JDK is about to use elements. */
  public static void passes(Object array) {
    Witness witness = CURRENT.get();
    if (array != null && !witness.handed.contains(array)) {
      witness.fail("an array was passed to the JDK and not handed out");
    }
  }

  /** A method of the JDK has written elements. */
  public static void changed(Object array) {
    CURRENT.get().dirty(array, ALL);
  }

  /** A method of the JDK has returned an array that it may use. */
  public static void returned(Object array) {
    CURRENT.get().foreign.add(array);
  }

  public static void beforeNative() {
    Witness witness = CURRENT.get();
    if (!witness.fenced) {
      witness.fail("a native method was called without a fence");
    }
  }

  public static void afterNative() {
    CURRENT.get().nativeHasRun = true;
  }

  public static void at(String place) {
    CURRENT.get().where = place;
  }

  public static void fresh(Object array) {
    CURRENT.get().grant(array, GuardKind.READ | GuardKind.WRITE | GuardKind.FRESH);
  }

  public static void reads(Object array, int index) {
    Witness witness = CURRENT.get();
    witness.accesses++;
    if (array != null && (witness.kinds(array, index) & GuardKind.READ) == 0) {
      witness.fail("elements of " + text(array) + " were read without a guard");
    }
  }

  public static void writes(Object array, int index) {
    Witness witness = CURRENT.get();
    witness.accesses++;
    witness.about = array;
    witness.aboutIndex = index;
    if (array != null && (witness.kinds(array, index) & GuardKind.WRITE) == 0) {
      witness.fail("elements of " + text(array) + " were written without a guard");
    }
  }

  public static void stored() {
    Witness witness = CURRENT.get();
    if ((witness.guards.getOrDefault(witness.about, 0) & GuardKind.FRESH) == 0) {
      witness.dirty(witness.about, witness.aboutIndex);
    }
  }

  private void dirty(Object array, int index) {
    dirty.computeIfAbsent(array, key -> new HashSet<>()).add(index);
  }

  private int kinds(Object array, int index) {
    return guards.getOrDefault(array, 0)
        | elements.getOrDefault(array, Map.of()).getOrDefault(index, 0);
  }

  private void fail(String what) {
    if (failures.size() < MOST_FAILURES) {
      failures.add(where + ": " + what);
    }
  }
}
