package dev.slipstream.runtime.launch;

/** What a rewritten loop calls when it is reached. */
@FunctionalInterface
interface CallSite {

  /**
   * Runs the loop, or a part of it, or nothing.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values of the call site
   * @return the value of the loop variable with which the program goes on
   */
  int submit(int start, Object[] captures);
}
