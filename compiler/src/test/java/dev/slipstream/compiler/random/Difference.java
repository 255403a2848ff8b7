package dev.slipstream.compiler.random;

/**
 * A difference between a kernel and plain Java.
 *
 * @param variant the arguments for which it occurred, or -1
 * @param what the message
 */
record Difference(RandomKernel kernel, Kind kind, int variant, String what) {
  /** The stage at which it occurs. */
  enum Kind {
    /** The compiler threw. */
    COMPILER,
    /** Java's results and exceptions differ from those with the loops taken. */
    RESULT,
    /** A kernel threw, or did not behave as its plan promises. */
    KERNEL,
    /** A driver does not build the text. */
    BUILD,
    /** A device computes other bits, or there is no text for it. */
    DEVICE
  }
}
