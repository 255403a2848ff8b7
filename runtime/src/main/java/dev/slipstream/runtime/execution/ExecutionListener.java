package dev.slipstream.runtime.execution;

/**
 * Listens to the course of a run. It is called on the executor thread and must not wait; if it
 * throws, the run ends.
 *
 * @param <W> what lanes understand
 */
public interface ExecutionListener<W> {
  /**
   * A horizon or epoch is complete: everything it waited for is over.
   *
   * @param job its job
   */
  void reached(Job<W> job);

  /**
   * Nothing was issued or completed for longer than it should. Told once for each standstill; the
   * run goes on waiting.
   *
   * @param standstill what it waits for, for the user
   */
  void stuck(String standstill);

  /**
   * The run has failed; all who wait are told next.
   *
   * @param failure what happened
   */
  void failed(ExecutionFailedException failure);
}
