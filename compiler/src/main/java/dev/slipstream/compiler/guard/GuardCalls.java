package dev.slipstream.compiler.guard;

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
 *       passed to code of the JDK or native code, which does with them what the mode says.
 *   <li>{@link #TAKEN_BACK}: such code has returned or thrown and may have written the array.
 *   <li>{@link #CAME_OUT}: such code has given the array to the program and may still use it.
 *   <li>{@link #FENCE}: a native method is about to run, or has run; it may use any array.
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
  /** Name of a {@code void (Object)}. */
  public static final String READ = "read";

  /** Name of a {@code void (Object)}. */
  public static final String WRITE = "write";

  /** Name of a {@code void (Object)}. */
  public static final String WRITTEN = "written";

  /** Name of a {@code void (Object, int)}. */
  public static final String READ_ELEMENT = "readElement";

  /** Name of a {@code void (Object, int)}. */
  public static final String WRITE_ELEMENT = "writeElement";

  /** Name of a {@code void (Object, int)}. */
  public static final String WRITTEN_ELEMENT = "writtenElement";

  /** Name of a {@code void (Object)}. */
  public static final String BEGIN_READ = "beginRead";

  /** Name of a {@code void (Object)}. */
  public static final String BEGIN_WRITE = "beginWrite";

  /** Name of a {@code void (Object)}. */
  public static final String END_WRITE = "endWrite";

  /** Name of a {@code void (Object)}. */
  public static final String READ_ROWS = "readRows";

  /** Name of a {@code void (Object)}. */
  public static final String BEGIN_WRITE_ROWS = "beginWriteRows";

  /** Name of a {@code void (Object)}. */
  public static final String END_WRITE_ROWS = "endWriteRows";

  /** Name of a {@code void (Object)}. */
  public static final String WRITTEN_ROWS = "writtenRows";

  /** Name of a {@code void (Object, int)}; the number is one of the modes. */
  public static final String HANDED_OUT = "handedOut";

  /** Name of a {@code void (Object)}. */
  public static final String TAKEN_BACK = "takenBack";

  /** Name of a {@code void (Object)}. */
  public static final String CAME_OUT = "cameOut";

  /** Name of a {@code void ()}. */
  public static final String FENCE = "fence";

  /** Name of a {@code void (String)}; the text says because of what. */
  public static final String UNGUARDED = "unguarded";

  /**
   * Name of a {@code void (Object, String)}; the object is a {@code Method} and the text {@code
   * null}, or the object is a class, or of one, and the text the method's name.
   */
  public static final String NAMED = "named";

  /** Name of an {@code Object (Object, int)}. */
  public static final String ROW = "row";

  /** Name of a static {@code MutableCallSite}. */
  public static final String USE = "USE";

  /** Name of a static {@code MethodHandle}, the target of {@link #USE} while guards may rest. */
  public static final String UNUSED = "UNUSED";

  /** Name of a static {@code int} before reads and writes. */
  public static final String SHORTEST = "shortest";

  /** Name of a static volatile {@code int} after writes. */
  public static final String LATEST = "latest";

  /**
   * With the letter of a primitive type behind it the name of a static array of that type, the
   * first element of which is not 0 where {@link #LATEST} is to be looked at after writes.
   */
  public static final String CELL = "CELL_";

  /** The callee reads elements of the array before it returns. */
  public static final int READS = 1;

  /** The callee writes elements of the array before it returns. */
  public static final int WRITES = 2;

  /** The callee reads and writes elements of the array before it returns. */
  public static final int READS_WRITES = 3;

  /** The callee may use the array, or any array that it holds, at any time from now on. */
  public static final int KEEPS = 4;

  /** The callee reads elements of all arrays that the array of references holds. */
  public static final int READS_ALL_LEAVES = 5;

  /** The callee reads elements of all arrays that can be reached through the value. */
  public static final int READS_GRAPH = 6;

  private GuardCalls() {}
}
