package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.Device;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

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

  private final Predicate<Object> isUsedByLoops;
  private final AtomicInteger inARow = new AtomicInteger();

  /**
   * @param isUsedByLoops whether a submitted loop has used an array since the host has written it
   */
  HomeLoops(Predicate<Object> isUsedByLoops) {
    this.isUsedByLoops = isUsedByLoops;
  }

  /** Notes that nodes share a loop. */
  void shared() {
    inARow.set(0);
  }

  /**
   * Whether a loop that nodes do not share may run directly.
   *
   * @param device that is to run it
   */
  static boolean arePossible(Node node, Device device) {
    return node.ranks().isPresent()
        && !node.ranks().get().isReplicated()
        && node.dry().isEmpty()
        && device.sharesHostMemory();
  }

  /** Whether a loop that nodes do not share, and which may run directly, does so. */
  boolean take(Launch launch) {
    return isAtHome(launch) || inARow.getAndUpdate(n -> Math.min(n + 1, IN_A_ROW)) == IN_A_ROW;
  }

  /** Whether no submitted loop has used any of its arrays since the host has written them. */
  private boolean isAtHome(Launch launch) {
    for (ArrayAccess access : launch.accesses()) {
      if (isUsedByLoops.test(launch.arguments()[access.parameter()])) {
        return false;
      }
    }
    return true;
  }
}
