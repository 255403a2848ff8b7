package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.ExtensionJars;
import dev.slipstream.agent.loading.PlatformAccess;
import dev.slipstream.runtime.Version;
import dev.slipstream.runtime.cluster.FollowerProcess;
import dev.slipstream.runtime.cluster.Followers;
import dev.slipstream.runtime.cluster.RankJoin;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.RankLoss;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.membership.MembershipException;
import java.lang.instrument.Instrumentation;
import java.util.Optional;

/**
 * Lets this process be what its launcher says. Rank 0 goes on with the program; every other rank
 * follows it from here on and ends with it, so that the program's {@code main} runs once.
 */
final class RankStart {
  /** As when a program ends with an error. */
  private static final int FAILED = 1;

  private final Settings settings;
  private final Optional<Followers> followers;

  RankStart(Settings wanted, Instrumentation instrumentation, Log log) {
    RankJoin join = new RankJoin(wanted.cluster(), System.getenv(), Version.text(), log);
    Settings own = wanted;
    Optional<Followers> others = Optional.empty();
    try {
      Optional<LaunchedRank> rank = join.rank();
      if (rank.isPresent()) {
        new PlatformAccess(instrumentation, log).quieten();
        ClassLoader loader = ExtensionJars.loader(wanted.extensions(), log);
        RankJoin.Joined joined = join.join(rank.get(), loader);
        own = wanted.sharingCores(joined.membership().localSize());
        if (joined.membership().rank() > 0) {
          end(FollowerProcess.run(joined, own, loader, log));
        }
        boolean endsWithOthers = own.cluster().onRankLoss() == RankLoss.ABORT;
        others =
            Optional.of(
                new Followers(
                    joined.communicator(),
                    SharingCost.NODES,
                    endsWithOthers ? () -> end(FAILED) : () -> {},
                    log));
      }
    } catch (MembershipException | TransportException | RuntimeException | LinkageError problem) {
      log.error("this process cannot be a rank of the run: " + problem.getMessage());
      end(FAILED);
    }
    settings = own;
    followers = others;
  }

  /** Nothing of the program has run here, or nothing of it may go on. */
  private static void end(int code) {
    Runtime.getRuntime().halt(code);
  }

  /** With this rank's part of the cores. */
  Settings settings() {
    return settings;
  }

  /** The other ranks; empty if this process runs alone. */
  Optional<Followers> followers() {
    return followers;
  }
}
