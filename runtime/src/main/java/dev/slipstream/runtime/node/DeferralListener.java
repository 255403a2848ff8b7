package dev.slipstream.runtime.node;

/**
 * Is notified of the course of a loop's deferred executions. Called by any thread; must not block.
 */
public interface DeferralListener {
  /**
   * The program has waited for results of an execution on a device.
   *
   * @param nanos how long
   */
  void waited(long nanos);

  /**
   * The device refused an execution, or its results are lost, and the host has run it.
   *
   * @param reason the device's reason
   */
  void ranOnHost(String reason);

  /** Several devices, or several ranks, share an execution. */
  void shared();

  /**
   * One device runs an execution alone that several could have shared.
   *
   * @param reason why they do not share it
   */
  void notShared(String reason);
}
