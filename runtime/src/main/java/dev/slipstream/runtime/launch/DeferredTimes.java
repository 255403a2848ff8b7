package dev.slipstream.runtime.launch;

import dev.slipstream.runtime.node.DeferralListener;
import dev.slipstream.runtime.observation.LoopMeters;

/**
 * Notes what becomes of a deferred execution. It outlives the execution, and so keeps none of its
 * arrays alive. Thread-safe.
 *
 * @param isReplicated whether every rank runs the program, so that all must submit the same
 *     executions, whatever fails on one of them
 */
record DeferredTimes(
    DeviceBinding binding, HostComparison comparison, LoopMeters meters, boolean isReplicated)
    implements DeferralListener {

  @Override
  public void waited(long nanos) {
    comparison.deferredWaited(nanos);
    meters.waited(binding.device().id(), nanos);
  }

  @Override
  public void ranOnHost(String reason) {
    if (!isReplicated) {
      binding.launchFailed(reason);
    }
    String id = binding.device().id();
    meters.ranOnHostInstead(id, id + ": " + reason);
  }

  @Override
  public void shared() {
    meters.shared();
  }

  @Override
  public void notShared(String reason) {
    meters.notShared(reason);
  }
}
