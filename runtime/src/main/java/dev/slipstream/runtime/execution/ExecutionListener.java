package dev.slipstream.runtime.execution;

/**
 * Is notified of the course of a run. It is called on the executor thread and must not wait; if it
 * throws, the run ends.
 *
 * @param <W> the work that lanes understand
 */
public interface ExecutionListener<W> {
  /**
   * A horizon or epoch is complete, as is everything that it waited for.
   *
   * @param job its job
   */
  void reached(Job<W> job);

  /**
   * Nothing was issued or completed for longer than normal. Called once for each standstill; the
   * run goes on waiting.
   *
   * @param standstill what the run waits for, as a text for the user
   */
  void stuck(String standstill);

  /**
   * The run has failed; waiting threads are notified next.
   *
   * @param failure what happened
   */
  void failed(ExecutionFailedException failure);
}
