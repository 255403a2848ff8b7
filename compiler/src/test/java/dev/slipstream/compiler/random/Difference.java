package dev.slipstream.compiler.random;

/**
 * Something that a kernel did otherwise than plain Java.
 *
 * @param variant the arguments with which it did, or -1
 * @param what the message
 */
record Difference(RandomKernel kernel, Kind kind, int variant, String what) {
  /** Where it shows. */
  enum Kind {
    /** The compiler threw. */
    COMPILER,
    /** Java's results and exceptions differ from those with the loops taken. */
    RESULT,
    /** A kernel threw, or did not do what its plan says. */
    KERNEL,
    /** A driver does not build the text. */
    BUILD,
    /** A device computes other bits, or there is no text for it. */
    DEVICE
  }
}
