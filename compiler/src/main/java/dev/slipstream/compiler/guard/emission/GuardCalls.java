package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.platform.CalleeUse;

/**
 * The static methods that instrumented classes call on the dispatcher. None of them may throw, and
 * each does nothing for {@code null} and for what is no array. An <em>event</em> is a call, a
 * monitor's entry or exit, an access to a volatile field or the initialisation of a class.
 *
 * <ul>
 *   <li>{@link #READ}: elements of the array may be read from here to the thread's next event.
 *   <li>{@link #WRITE}: elements may be written from here to the next event; after each write that
 *       is outside an interval comes {@link #WRITTEN}, unless the write threw.
 *   <li>{@link #WRITTEN}: elements were written; copies of them elsewhere that were made meanwhile
 *       are stale.
 *   <li>{@link #READ_ELEMENT}, {@link #WRITE_ELEMENT} and {@link #WRITTEN_ELEMENT}: the same for
 *       one element alone, by its index; one that is out of range throws when it is used.
 *   <li>{@link #BEGIN_READ}: as {@code READ}, in front of a loop.
 *   <li>{@link #BEGIN_WRITE}: as {@code WRITE}, and opens an interval of this thread in which
 *       elements may be written. Intervals of one array may be nested.
 *   <li>{@link #END_WRITE}: as {@code WRITTEN}, and closes the interval opened last for the array.
 *       On every way out of the code in question, exceptions included, there is exactly one.
 *   <li>{@link #READ_ROWS}, {@link #BEGIN_WRITE_ROWS} and {@link #END_WRITE_ROWS}: as {@code READ},
 *       {@code BEGIN_WRITE} and {@code END_WRITE}, for all arrays of primitives in an array of
 *       references. What is stored there meanwhile is guarded before, and what was there is
 *       reported as {@code WRITTEN}.
 *   <li>{@link #WRITTEN_ROWS}: as {@code WRITTEN}, for the same arrays.
 *   <li>{@link #HANDED_OUT}: the array, or the arrays in this array of references, are about to be
 *       passed to code of the JDK or native code, which does with them what the number of a {@link
 *       CalleeUse} says.
 *   <li>{@link #TAKEN_BACK}: such code has returned or thrown and may have written the array.
 *   <li>{@link #HOLD}: as {@code HANDED_OUT}, where such code may wait or call the program while it
 *       uses the array. On every way out of the call, exceptions included, {@link #LET_GO} follows
 *       with the same value and number; after an exception it may be missing, and the value counts
 *       as held for ever.
 *   <li>{@link #CAME_OUT}: such code has given the array to the program and may still use it.
 *   <li>{@link #BEGIN_NATIVE}: a native method is about to run, which may use any array and call
 *       the program. {@link #END_NATIVE} follows as {@code LET_GO} does.
 *   <li>{@link #UNGUARDED}: code is about to be made that may use any array and not tell.
 *   <li>{@link #NAMED}: a method is about to be called by reflection, or a handle of it made.
 *   <li>{@link #ROW}: the element of an array of references, or {@code null} where there is none.
 * </ul>
 *
 * <p>In classes with {@linkplain GuardForm#OWN_METHODS methods of their own} the first six are
 * called only for arrays that are not shorter than what a field of the dispatcher says, and only
 * while {@link #USE} has another target than {@link #UNUSED}.
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
  static final String LET_GO = "letGo";

  // Name of a void ().
  static final String BEGIN_NATIVE = "beginNative";
  static final String END_NATIVE = "endNative";

  // Name of a void (String); the text says because of what.
  static final String UNGUARDED = "unguarded";

  // Name of a void (Object, String); the object is a Method and the text null, or the object is a
  // class, or of one, and the text the method's name.
  static final String NAMED = "named";

  // Name of an Object (Object, int).
  static final String ROW = "row";

  // Name of a static MutableCallSite.
  static final String USE = "USE";

  // Name of a static MethodHandle, the target of USE while guards may rest.
  static final String UNUSED = "UNUSED";

  // Name of a static int before reads and writes.
  static final String SHORTEST = "shortest";

  // Name of a static volatile int after writes.
  static final String LATEST = "latest";

  // With the letter of a primitive type behind it the name of a static array of that type, the
  // first element of which is not 0 where LATEST is to be looked at after writes.
  static final String CELL = "CELL_";

  private GuardCalls() {}
}
