package dev.slipstream.tornado.driver;

/** Tells when the garbage collector may have moved arrays. */
interface HeapMoves {
  /** Returns the number of completed collections that may have moved anything. */
  long collections();

  /** Returns how many of these collections may have moved any array, however old or large it is. */
  long compactions();

  /**
   * Whether an array stays in its place until a compaction once a young collection has left it
   * there. This holds if young collections move young arrays only, and all of them.
   */
  boolean staysOnceLeft();

  /** Whether only a compaction moves an array of this size. */
  boolean isNeverYoung(long bytes);
}
