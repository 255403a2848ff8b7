package dev.slipstream.runtime.launch;

/** Receives a rewritten loop's executions from the program. */
@FunctionalInterface
interface CallSite {

  /**
   * Runs the loop, or a part of it, or nothing.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values of the call site
   * @return the value of the loop variable with which the program continues
   */
  int submit(int start, Object[] captures);
}
