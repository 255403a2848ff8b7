package dev.slipstream.agent.premain;

import dev.slipstream.runtime.cluster.AfterLoss;
import dev.slipstream.runtime.cluster.RankJoin;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.membership.MembershipException;
import java.util.Optional;

/**
 * When ranks are lost, lets rank 0 and the remaining ones meet again at the first rendezvous.
 *
 * @param join how the ranks met
 * @param rank this rank
 * @param transports where the transport is looked for
 */
record RegroupAtLoss(RankJoin join, LaunchedRank rank, ClassLoader transports, Log log)
    implements AfterLoss {
  @Override
  public boolean goesOn() {
    return true;
  }

  @Override
  public Optional<Communicator> regroup(int nodes) {
    if (nodes == 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(join.meetAgain(rank.renumbered(0, nodes), transports).communicator());
    } catch (MembershipException | TransportException | RuntimeException | LinkageError failure) {
      log.warn("the remaining ranks could not join again: " + failure.getMessage());
      return Optional.empty();
    }
  }
}
