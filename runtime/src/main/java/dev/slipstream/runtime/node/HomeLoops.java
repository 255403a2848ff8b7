package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.device.Device;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses the loops that the first of several nodes runs directly on the program's arrays.
 * Submitted, they would be tasks of which all nodes are told. Thread-safe.
 */
final class HomeLoops {
  /**
   * After so many loops in a row that nodes do not share, the next ones run directly even if other
   * nodes hold their arrays: to tell all nodes of so many loops has cost more than it costs to copy
   * the arrays back.
   */
  static final int IN_A_ROW = 256;

  private final Coherence coherence;
  private final AtomicInteger inARow = new AtomicInteger();

  HomeLoops(Coherence coherence) {
    this.coherence = coherence;
  }

  /** Notes that nodes share a loop. */
  void shared() {
    inARow.set(0);
  }

  /**
   * Whether a loop that nodes do not share runs directly.
   *
   * @param device that is to run it
   */
  boolean take(Node node, Device device, Launch launch) {
    if (node.ranks().isEmpty()
        || node.ranks().get().isReplicated()
        || node.dry().isPresent()
        || !device.sharesHostMemory()) {
      return false;
    }
    return isAtHome(launch) || inARow.getAndUpdate(n -> Math.min(n + 1, IN_A_ROW)) == IN_A_ROW;
  }

  /** Whether no submitted loop has used any of its arrays since the host has written them. */
  private boolean isAtHome(Launch launch) {
    for (ArrayAccess access : launch.accesses()) {
      if (coherence.isUsedByLoops(launch.arguments()[access.parameter()])) {
        return false;
      }
    }
    return true;
  }
}
