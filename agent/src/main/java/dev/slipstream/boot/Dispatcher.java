package dev.slipstream.boot;

import org.jspecify.annotations.Nullable;

/** Receives the executions that call sites submit. Called from any thread of the program. */
@FunctionalInterface
public interface Dispatcher {

  /**
   * Runs a loop, or leaves it to the program.
   *
   * @param site the number of the call site
   * @param start the loop variable's value at the loop's entry
   * @param captures the values that the loop uses, null where the program has a null
   * @return the loop variable's value with which the program goes on: {@code start} if nothing ran
   */
  int submit(int site, int start, @Nullable Object[] captures);

  /**
   * Called when a call site was linked: the program has reached this place in front of a loop for
   * the first time. Does nothing by default.
   *
   * @param site its number, which several call sites may share
   * @param callSite must not be kept longer than the class that holds it
   */
  default void linked(int site, GatedCallSite callSite) {
    // Each execution is submitted.
  }
}
