package dev.slipstream.boot;

import org.jspecify.annotations.Nullable;

/** Takes what call sites submit. Called from any thread of the program. */
@FunctionalInterface
public interface Dispatcher {

  /**
   * Runs a loop, or leaves it to the program.
   *
   * @param site the number of the call site
   * @param start the loop variable's value at the loop's entry
   * @param captures the values that the loop uses, null where the program has a null
   * @return the loop variable's value with which the program goes on: {@code start} if nothing was
   *     run
   */
  int submit(int site, int start, @Nullable Object[] captures);

  /**
   * A call site was linked: a place in front of a loop was reached for the first time. Nothing is
   * done about it unless the dispatcher wants to.
   *
   * @param site its number, which several call sites may have
   * @param callSite must not be kept longer than the class in which it is
   */
  default void linked(int site, LoopCallSite callSite) {
    // Each execution is submitted.
  }
}
