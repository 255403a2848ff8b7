package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;

/**
 * What is done once a loop is submitted. Whatever happens then, the loop must not be launched a
 * second time: it may change what it reads.
 */
public final class AfterSubmission {
  private AfterSubmission() {}

  /**
   * Does it.
   *
   * @throws SlipstreamException if it fails, whatever the failure is
   */
  public static void run(Runnable action) {
    try {
      action.run();
    } catch (SlipstreamException lost) {
      throw lost;
    } catch (RuntimeException | Error failure) {
      // Stack and memory may be short: nothing is put together here.
      throw new SlipstreamException(
          "a loop has run, but its results could not be fetched. If the stack or the memory was"
              + " full, more of it helps (-Xss, -Xmx), or slipstream.deferred=false.",
          failure);
    }
  }
}
