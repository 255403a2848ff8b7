package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.platform.CalleeUse;

/**
 * The static methods of the dispatcher that instrumented classes call. None of them may throw, and
 * each does nothing for {@code null} and for objects that are no arrays. An <em>event</em> is a
 * call, a monitor's entry or exit, an access to a volatile field or the initialisation of a class.
 *
 * <ul>
 *   <li>{@link #READ}: elements of the array may be read from here to the thread's next event.
 *   <li>{@link #WRITE}: elements may be written from here to the next event. After each write that
 *       is outside an interval comes {@link #WRITTEN}, unless the write threw.
 *   <li>{@link #WRITTEN}: elements were written; copies that were made elsewhere meanwhile are
 *       stale.
 *   <li>{@link #READ_ELEMENT}, {@link #WRITE_ELEMENT} and {@link #WRITTEN_ELEMENT}: the same for
 *       one element alone, by its index. An index that is out of range throws only at the program's
 *       own access.
 *   <li>{@link #BEGIN_READ}: as {@code READ}, in front of a loop.
 *   <li>{@link #BEGIN_WRITE}: as {@code WRITE}, and opens an interval of this thread in which
 *       elements may be written. Intervals of one array may be nested.
 *   <li>{@link #END_WRITE}: as {@code WRITTEN}, and closes the interval opened last for the array.
 *       On every path out of the code in question, exceptions included, there is exactly one.
 *   <li>{@link #READ_ROWS}, {@link #BEGIN_WRITE_ROWS} and {@link #END_WRITE_ROWS}: as {@code READ},
 *       {@code BEGIN_WRITE} and {@code END_WRITE}, for all arrays of primitives in an array of
 *       references. An array that is stored there meanwhile is guarded before the store, and the
 *       replaced one is reported as {@code WRITTEN}.
 *   <li>{@link #WRITTEN_ROWS}: as {@code WRITTEN}, for the same arrays.
 *   <li>{@link #HANDED_OUT}: the array, or the arrays in this array of references, are about to be
 *       passed to code of the JDK or native code. The number of a {@link CalleeUse} tells what that
 *       code does with them.
 *   <li>{@link #TAKEN_BACK}: such code has returned or thrown and may have written the array.
 *   <li>{@link #HOLD}: as {@code HANDED_OUT}, where such code may wait or call the program while it
 *       uses the array. On every path out of the call, exceptions included, {@link #RELEASE}
 *       follows with the same value and number. After an exception it may be missing; the value
 *       then counts as held forever.
 *   <li>{@link #CAME_OUT}: such code has given the array to the program and may still use it.
 *   <li>{@link #BEGIN_NATIVE}: a native method is about to run, which may use any array and call
 *       the program. {@link #END_NATIVE} follows as {@code RELEASE} does.
 *   <li>{@link #UNGUARDED}: code is about to be made that may use any array without guards.
 *   <li>{@link #REFLECTED}: a method or constructor, given as an object, is about to be called with
 *       an object and an array of arguments. These are handed out if it is the JDK's. {@link
 *       #CAME_OUT_OF} follows with the result, unless the call throws.
 *   <li>{@link #NAMED}: a method is about to be called by reflection, or a handle of it made.
 *   <li>{@link #ROW}: returns the element of an array of references, or {@code null} where there is
 *       none.
 * </ul>
 *
 * <p>Through {@linkplain GuardForm#OWN_METHODS methods of the class's own} the first six are called
 * only under two conditions. The array is at least as long as a field of the dispatcher requires,
 * and {@link #USE} has another target than {@link #UNUSED}.
 */
public final class GuardCalls {
  // Name of a void (Object).
  static final String READ = "read";
  static final String WRITE = "write";
  static final String WRITTEN = "written";
  static final String BEGIN_READ = "beginRead";
  static final String BEGIN_WRITE = "beginWrite";
  static final String END_WRITE = "endWrite";
  static final String READ_ROWS = "readRows";
  static final String BEGIN_WRITE_ROWS = "beginWriteRows";
  static final String END_WRITE_ROWS = "endWriteRows";
  static final String WRITTEN_ROWS = "writtenRows";
  static final String TAKEN_BACK = "takenBack";
  static final String CAME_OUT = "cameOut";

  // Name of a void (Object, int).
  static final String READ_ELEMENT = "readElement";
  static final String WRITE_ELEMENT = "writeElement";
  static final String WRITTEN_ELEMENT = "writtenElement";

  // Name of a void (Object, int); the number is that of a CalleeUse.
  static final String HANDED_OUT = "handedOut";
  static final String HOLD = "hold";
  static final String RELEASE = "release";

  // Name of a void ().
  static final String BEGIN_NATIVE = "beginNative";
  static final String END_NATIVE = "endNative";

  // Name of a void (String); the text gives the reason.
  static final String UNGUARDED = "unguarded";

  // Name of a void (Object, String). The object is a Method and the text null; or the object is a
  // class, or an instance of one, and the text the method's name.
  static final String NAMED = "named";

  // Name of a void (Object, Object, Object): the method, its object or null, and its arguments.
  static final String REFLECTED = "reflected";

  // Name of a void (Object, Object): the result, and the method.
  static final String CAME_OUT_OF = "cameOutOf";

  // Name of an Object (Object, int).
  static final String ROW = "row";

  // Name of a static MutableCallSite.
  static final String USE = "USE";

  // Name of a static MethodHandle, the target of USE while guards are inactive.
  static final String UNUSED = "UNUSED";

  // Name of a static int that is read before reads and writes: the length from which on arrays
  // matter.
  static final String SHORTEST = "shortest";

  // Name of a static volatile int that is read after writes: the same for them.
  static final String LATEST = "latest";

  // With the letter of a primitive type appended: the name of a static array of that type. LATEST
  // is read after writes only if its first element is not 0.
  static final String CELL = "CELL_";

  private GuardCalls() {}
}
