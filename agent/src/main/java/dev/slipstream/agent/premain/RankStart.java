package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.ExtensionJars;
import dev.slipstream.agent.loading.PlatformAccess;
import dev.slipstream.runtime.Version;
import dev.slipstream.runtime.cluster.AfterLoss;
import dev.slipstream.runtime.cluster.FollowerProcess;
import dev.slipstream.runtime.cluster.FollowingRanks;
import dev.slipstream.runtime.cluster.PeerRanks;
import dev.slipstream.runtime.cluster.PeerRules;
import dev.slipstream.runtime.cluster.RankJoin;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.RankLoss;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.membership.MembershipException;
import dev.slipstream.runtime.node.Extensions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.Optional;

/**
 * Starts this process in the role that its launcher gives it. Rank 0 runs the program. Every other
 * rank becomes a follower and ends with rank 0, so that the program's {@code main} runs once. With
 * {@code slipstream.mode=spmd} every rank runs the program.
 *
 * @param settings the settings, with this rank's share of the cores
 * @param ranks the other ranks; empty if this process runs alone
 */
record RankStart(Settings settings, Optional<Ranks> ranks) {
  /** The exit code of a program that ends with an error. */
  private static final int FAILED = 1;

  /** Joins the run, if there is one; returns only where the program is to run. */
  static RankStart join(Settings wanted, Instrumentation instrumentation, Log log) {
    try {
      RankJoin join = new RankJoin(wanted.cluster(), System.getenv(), Version.text(), log);
      Optional<LaunchedRank> rank = join.rank();
      if (rank.isEmpty()) {
        return new RankStart(wanted, Optional.empty());
      }
      new PlatformAccess(instrumentation, log).allowNativeCode();
      ClassLoader loader = ExtensionJars.loader(wanted.extensions(), log);
      RankJoin.Joined joined = join.join(rank.get(), loader);
      Settings own = wanted.sharingCores(joined.membership().localSize());
      if (own.cluster().replicated()) {
        return new RankStart(own, Optional.of(peers(joined, own, log)));
      }
      if (joined.membership().rank() > 0) {
        end(
            FollowerProcess.run(
                joined,
                (left, size) -> join.meetAgain(rank.get().renumbered(left, size), loader),
                own,
                loader,
                Extensions.find(loader, log).memory(),
                log));
      }
      AfterLoss afterLoss =
          own.cluster().onRankLoss() == RankLoss.ABORT
              ? new EndAtLoss(FAILED)
              : new RegroupAtLoss(join, rank.get(), loader, log);
      SharingCost cost = cost(own);
      Ranks others = new FollowingRanks(joined.communicator(), cost, afterLoss, log);
      return new RankStart(own, Optional.of(others));
    } catch (MembershipException | TransportException | RuntimeException | LinkageError problem) {
      log.error("this process cannot be a rank of the run: " + problem.getMessage());
      end(FAILED);
      throw new IllegalStateException("a process that was ended continues", problem);
    }
  }

  private static SharingCost cost(Settings settings) {
    return settings.cluster().dividesAlways() ? SharingCost.NOTHING : SharingCost.NODES;
  }

  /**
   * Returns the other ranks where every rank runs the program. Mutes the output of ranks above 0,
   * unless the user asks for it.
   */
  private static Ranks peers(RankJoin.Joined joined, Settings own, Log log) {
    if (joined.membership().rank() > 0 && !own.cluster().outputOfAll()) {
      System.setOut(new PrintStream(OutputStream.nullOutputStream()));
      System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }
    return new PeerRanks(
        joined.communicator(),
        new PeerRules(
            cost(own),
            joined.membership().localRank(),
            own.decisive(),
            own.cluster().stallTimeout(),
            own.deferral().window(),
            HostArrays::endsBySignal,
            code -> Runtime.getRuntime().halt(code)),
        log);
  }

  /** Ends the process without hooks: the program has not run here, or must not go on. */
  private static void end(int code) {
    Runtime.getRuntime().halt(code);
  }
}
