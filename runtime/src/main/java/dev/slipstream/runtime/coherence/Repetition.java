package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.List;

/**
 * Runs a submitted loop again on the host if results of devices are lost. Must not keep the loop's
 * arrays from being collected, unless they are short.
 */
public interface Repetition {
  /** The accesses of the loop, in the order in which its arrays were given. */
  List<ArrayAccess> accesses();

  /**
   * Runs the loop on the calling thread.
   *
   * @param arrays its arrays, with the elements that the loop would have found
   * @param reason why this is necessary
   * @throws Exception if the loop fails; some elements may have been written by then
   */
  void run(List<Object> arrays, String reason) throws Exception;
}
