package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.region.Region;
import java.util.List;

/**
 * Runs a submitted loop again on the host if results of devices are lost. Must not keep the loop's
 * arrays from being collected, unless they are short.
 */
public interface Repetition {
  /** The accesses of the loop, in the order in which its arrays were given. */
  List<ArrayAccess> accesses();

  /**
   * The parts of the loop that devices have run separately; no part accesses what another one
   * writes. Empty if one device has run it as a whole.
   */
  default List<Part> parts() {
    return List.of();
  }

  /** A part of a loop. */
  interface Part {
    /** What it may read of an array. */
    Region reads(int use);

    /** What it may write of an array, and what no other part writes in between. */
    Region writes(int use);

    /** Runs the part, as {@link Repetition#run} runs the loop. */
    void run(List<Object> arrays, String reason) throws Exception;
  }

  /**
   * Runs the loop on the calling thread.
   *
   * @param arrays its arrays, with the elements that the loop would have found
   * @param reason why this is necessary
   * @throws Exception if the loop fails; some elements may have been written by then
   */
  void run(List<Object> arrays, String reason) throws Exception;
}
