package dev.slipstream.compiler.random;

/**
 * A random method with marked loops, and one that runs it.
 *
 * @param number the number of the kernel in a run; together with the run's seed it determines the
 *     kernel
 * @param source {@code kernelN}, which has the loops, and {@code static Object runN(int variant)},
 *     which calls it and returns all results: an array whose element 1 is the text of the exception
 *     that it threw, or empty
 */
record RandomKernel(int number, String source) {
  /** The number of sets of arguments. */
  static final int VARIANTS = 3;

  String runner() {
    return "run" + number;
  }

  /** The method with the loops, as the names of loops begin. */
  String loopPrefix() {
    return "Program.kernel" + number + ":";
  }
}
