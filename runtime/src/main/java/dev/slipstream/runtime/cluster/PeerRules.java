package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.device.SharingCost;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Rules for ranks that all run the program.
 *
 * @param cost the limits from which on it pays to share a loop
 * @param localRank the index of this process among those that share the devices of this machine
 * @param options the options that have to be the same on all ranks, as text
 * @param patience how long a rank may be behind others
 * @param window how many horizons a rank may be ahead of what all have executed
 * @param endsBySignal whether a signal has made this process end
 * @param halt ends this process immediately, with an exit code
 */
public record PeerRules(
    SharingCost cost,
    int localRank,
    String options,
    Duration patience,
    int window,
    BooleanSupplier endsBySignal,
    IntConsumer halt) {
  /** The exit code of a run that has failed. */
  static final int FAILED = 1;

  /** The exit code if another rank was ended by a signal. */
  static final int TERMINATED = 143;
}
