package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.communication.Communicator;
import java.util.Optional;

/** Decides on the first node what happens when others are lost. */
public interface AfterLoss {
  /**
   * Whether the program continues. Then what is lost has to be recomputed, and the remaining nodes
   * wait for another group.
   */
  boolean goesOn();

  /**
   * Forms another group after a loss. Called when the remaining nodes know this and everything that
   * the lost nodes could access is closed.
   *
   * @param nodes how many nodes remain, including this one, which is the first of them again
   * @return communicates with the others; empty if this node continues alone. Does not return if
   *     the program does not continue
   */
  Optional<Communicator> regroup(int nodes);
}
