package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.communication.Communicator;
import java.util.Optional;

/** What the first node does when others are lost. */
public interface AfterLoss {
  /**
   * Whether the program goes on, so that what is lost has to be computed again, and those that are
   * left are to wait for another group.
   */
  boolean goesOn();

  /**
   * Called when that was said and all that the lost nodes could reach is closed.
   *
   * @param nodes how many are left, this one included, which is the first of them again
   * @return reaches those that are left; empty if this node goes on alone. Does not return if it
   *     does not go on
   */
  Optional<Communicator> regroup(int nodes);
}
