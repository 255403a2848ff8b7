package dev.slipstream.tornado.driver;

/** What is known of when the garbage collector moves arrays. */
interface HeapMoves {
  /** How many collections there were that may have moved something, which ended in a pause. */
  long collections();

  /** How many of them may have moved anything, however old or large it is. */
  long compactions();

  /**
   * Whether an array that a collection of the young has left where it was stays there until a
   * compaction: the collector moves the young alone, and all of them.
   */
  boolean staysOnceLeft();

  /** Whether only a compaction moves an array of so many bytes. */
  boolean isNeverYoung(long bytes);
}
