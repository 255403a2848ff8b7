package dev.slipstream.runtime.node;

/** Hears what becomes of a loop's deferred executions. Called by any thread; must not block. */
public interface DeferralListener {
  /**
   * The program waited for what an execution has left on a device.
   *
   * @param nanos how long
   */
  void waited(long nanos);

  /**
   * The device refused an execution, or its results are lost, and the host has run it.
   *
   * @param reason what the device said
   */
  void ranOnHost(String reason);

  /** Several devices, or several ranks, share an execution. */
  void shared();

  /**
   * One device runs an execution that several might have shared.
   *
   * @param reason why they do not
   */
  void notShared(String reason);
}
