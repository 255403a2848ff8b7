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
}
