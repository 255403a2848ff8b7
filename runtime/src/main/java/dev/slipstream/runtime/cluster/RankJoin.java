package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.communication.Transports;
import dev.slipstream.runtime.configuration.ClusterSettings;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.membership.InheritedRank;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.membership.Launcher;
import dev.slipstream.runtime.membership.Membership;
import dev.slipstream.runtime.membership.MembershipException;
import dev.slipstream.runtime.membership.Rendezvous;
import dev.slipstream.runtime.membership.RunSecret;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Joins the run of several ranks that this process belongs to. */
public final class RankJoin {
  /** Launchers start processes in sequence, some of them on other hosts. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * All remaining ranks notice a loss within the peer timeout, and then need some time to join
   * again.
   */
  private static final Duration MOMENT = Duration.ofSeconds(10);

  private final ClusterSettings settings;
  private final Map<String, String> environment;
  private final String version;
  private final Log log;

  /**
   * @param environment the environment variables
   * @param version the agent's, which must be the same in all ranks
   */
  public RankJoin(
      ClusterSettings settings, Map<String, String> environment, String version, Log log) {
    this.settings = settings;
    this.environment = environment;
    this.version = version;
    this.log = log;
  }

  /**
   * A rank that has joined.
   *
   * @param membership all ranks of the run
   * @param communicator communicates with them
   */
  public record Joined(Membership membership, Communicator communicator) {}

  /**
   * Returns which rank this process is.
   *
   * @return empty if it runs alone: nothing defines a rank, or its parent is meant, or there is no
   *     secret and no option of Slipstream's ranks is set
   * @throws MembershipException if the values contradict each other
   */
  public Optional<LaunchedRank> rank() throws MembershipException {
    Optional<LaunchedRank> rank = new Launcher(settings, environment).rank();
    if (rank.isEmpty()) {
      return rank;
    }
    Optional<String> meant = new InheritedRank().meant(environment, ProcessHandle.current().pid());
    if (meant.isPresent()) {
      log.info(() -> rank.get() + " is " + meant.get() + ", which has started this one");
      return Optional.empty();
    }
    boolean asked = settings.rank().isPresent() || environment.containsKey("SLIPSTREAM_RANK");
    boolean hasSecret =
        settings.secretFile().isPresent() || environment.containsKey(RunSecret.VARIABLE);
    if (!asked && !hasSecret) {
      log.info(
          () ->
              rank.get()
                  + " runs alone: for ranks that share loops set "
                  + "slipstream.secret.file (or SLIPSTREAM_SECRET_FILE) to a file with a secret");
      return Optional.empty();
    }
    return rank;
  }

  /**
   * Joins. Waits up to a minute for all others.
   *
   * @param transports the loader of the transport
   * @throws MembershipException if not all join, or this one is refused
   * @throws TransportException if the others cannot be reached
   */
  public Joined join(LaunchedRank rank, ClassLoader transports)
      throws MembershipException, TransportException {
    return join(rank, transports, PATIENCE);
  }

  /**
   * Joins the ranks that remain when others are lost. Waits for the peer timeout and ten seconds
   * more.
   *
   * @param rank this one's number among those
   * @param transports the loader of the transport
   * @throws MembershipException if not all join, or this one is refused
   * @throws TransportException if the others cannot be reached
   */
  public Joined meetAgain(LaunchedRank rank, ClassLoader transports)
      throws MembershipException, TransportException {
    return join(rank, transports, settings.peerTimeout().plus(MOMENT));
  }

  private Joined join(LaunchedRank rank, ClassLoader transports, Duration patience)
      throws MembershipException, TransportException {
    RunSecret secret = RunSecret.find(settings, environment);
    Transport transport = Transports.find(transports);
    Transport.Port port = transport.open(settings.peerTimeout());
    try (port) {
      Membership members =
          new Rendezvous(rank, secret, version, log).join(port.address(), patience);
      return new Joined(members, port.connect(members));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MembershipException(rank + " was interrupted before all ranks had joined", e);
    }
  }
}
