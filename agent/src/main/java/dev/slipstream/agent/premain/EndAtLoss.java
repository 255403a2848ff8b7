package dev.slipstream.agent.premain;

import dev.slipstream.runtime.cluster.AfterLoss;
import dev.slipstream.runtime.communication.Communicator;
import java.util.Optional;

/**
 * Ends the process when another rank is lost.
 *
 * @param code its exit code
 */
record EndAtLoss(int code) implements AfterLoss {
  @Override
  public boolean goesOn() {
    return false;
  }

  @Override
  public Optional<Communicator> regroup(int nodes) {
    Runtime.getRuntime().halt(code);
    return Optional.empty();
  }
}
