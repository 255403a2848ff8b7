package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.List;

/**
 * How a loop that was submitted can be run again on the host, should what devices have computed be
 * lost. Must not keep the loop's arrays from being collected, unless they are short.
 */
public interface Repetition {
  /** What the loop does with its arrays, in the order in which they were given. */
  List<ArrayAccess> accesses();

  /**
   * Runs the loop on the calling thread.
   *
   * @param arrays its arrays, with the elements that the loop would have found
   * @param reason why that is necessary
   * @throws Exception if that fails; some elements may have been written by then
   */
  void run(List<Object> arrays, String reason) throws Exception;
}
