package dev.slipstream.agent.ranks;

import dev.slipstream.runtime.configuration.ClusterSettings;
import dev.slipstream.runtime.configuration.RankLoss;
import dev.slipstream.runtime.configuration.Settings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** One run of several ranks, from the start of its processes to their end. */
final class RankedRun implements RankListener, RankControl {
  /** How long the ranks may take to report and to end, in addition to the peer timeout. */
  private static final Duration TO_END = Duration.ofSeconds(5);

  private final RunArguments arguments;
  private final Path agentJar;
  private final Map<String, String> environment;
  private final RunOutput output;
  private final BlockingQueue<Consumer<RunPolicy>> events = new LinkedBlockingQueue<>();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Map<Integer, RankControl> groups = new HashMap<>();
  private final List<Closeable> open = new ArrayList<>();
  private volatile boolean started;

  RankedRun(
      RunArguments arguments, Path agentJar, Map<String, String> environment, RunOutput output) {
    this.arguments = arguments;
    this.agentJar = agentJar;
    this.environment = environment;
    this.output = output;
  }

  /**
   * Starts the ranks and waits for their end.
   *
   * @return the run's exit code
   * @throws LaunchException if the run cannot be started
   */
  int run() throws LaunchException, IOException, InterruptedException {
    Settings settings = arguments.command().settings(environment, agentJar);
    ClusterSettings own = arguments.command().settings(Map.of(), agentJar).cluster();
    if (own.rank().or(own::size).or(own::rendezvous).isPresent()) {
      throw LaunchException.usage(
          "the command sets slipstream.rank, slipstream.size or slipstream.rendezvous, which the"
              + " launcher sets for each process: remove them");
    }
    JavaCommand command =
        settings.enabled()
            ? arguments.command().withAgent(agentJar, environment)
            : arguments.command();
    ClusterSettings cluster = settings.cluster();
    RunPolicy policy =
        new RunPolicy(
            arguments.size(),
            settings.enabled() && cluster.onRankLoss() == RankLoss.RECOVER,
            settings.enabled() && cluster.replicated(),
            cluster.peerTimeout().plus(TO_END),
            this,
            output::say);
    Runtime.getRuntime().addShutdownHook(new Thread(this::endAtSignal, "slipstream-signal"));
    try {
      launch(command);
      return follow(policy);
    } finally {
      for (Closeable one : open) {
        one.close();
      }
      finished.countDown();
    }
  }

  private int follow(RunPolicy policy) throws InterruptedException {
    while (!policy.finished()) {
      OptionalLong deadline = policy.deadline();
      long wait = deadline.isPresent() ? deadline.getAsLong() - System.nanoTime() : Long.MAX_VALUE;
      Consumer<RunPolicy> event = events.poll(wait, TimeUnit.NANOSECONDS);
      if (event == null) {
        policy.timePassed(System.nanoTime());
      } else {
        event.accept(policy);
      }
    }
    return policy.exitCode();
  }

  /** Runs when the JVM ends, after a signal or after the run. */
  private void endAtSignal() {
    // The connections to other hosts end with the launcher.
    if (started && finished.getCount() > 0) {
      events.add(policy -> policy.signalled(System.nanoTime()));
      try {
        finished.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void launch(JavaCommand command)
      throws LaunchException, IOException, InterruptedException {
    List<RunHost> hosts = arguments.hosts();
    List<Optional<RemoteHost>> remote = new ArrayList<>();
    for (RunHost host : hosts) {
      remote.add(host.isHere() ? Optional.empty() : Optional.of(connect(host)));
    }
    List<Integer> ports = new ArrayList<>();
    for (Optional<RemoteHost> host : remote) {
      // All hosts must answer before any rank starts.
      ports.add(host.isPresent() ? host.get().awaitPort() : HostServer.freePort());
    }
    String address = arguments.isHere() ? "127.0.0.1" : hosts.get(0).address();
    Map<String, String> variables =
        arguments.size() == 1
            ? Map.of()
            : RankVariables.ofRun(arguments.size(), address + ":" + ports.get(0));
    started = true;
    int first = 0;
    for (int i = 0; i < hosts.size(); i++) {
      List<Integer> ranks = IntStream.range(first, first + hosts.get(i).ranks()).boxed().toList();
      first += ranks.size();
      RankControl group =
          remote.get(i).isPresent()
              ? launch(remote.get(i).get(), command, variables, ranks)
              : launchHere(spec(command, variables, ranks));
      ranks.forEach(rank -> groups.put(rank, group));
    }
  }

  private RemoteHost connect(RunHost host) throws LaunchException, IOException {
    String ssh = environment.getOrDefault("SLIPSTREAM_SSH", "").trim();
    RemoteHost remote =
        RemoteHost.connect(
            host.name(),
            List.of((ssh.isEmpty() ? "ssh" : ssh).split("\\s+")),
            agentJar.toAbsolutePath(),
            output.ofHost(host.name()));
    open.add(remote);
    return remote;
  }

  private static LaunchSpec spec(
      JavaCommand command, Map<String, String> variables, List<Integer> ranks) {
    String folder = Path.of("").toAbsolutePath().toString();
    return new LaunchSpec(command.words(), folder, variables, ranks);
  }

  private LocalRanks launchHere(LaunchSpec spec) throws LaunchException, IOException {
    Optional<String> obstacle = spec.obstacle();
    if (obstacle.isPresent()) {
      throw LaunchException.missing(obstacle.get());
    }
    LocalRanks ranks = LocalRanks.start(spec, true, this);
    open.add(ranks);
    return ranks;
  }

  private RemoteHost launch(
      RemoteHost host, JavaCommand command, Map<String, String> variables, List<Integer> ranks) {
    Map<String, String> all = new HashMap<>(RankVariables.forwarded(environment));
    all.putAll(variables);
    host.launch(spec(command, all, ranks), this, output::say);
    if (ranks.contains(0)) {
      host.passInput(System.in);
    }
    return host;
  }

  @Override
  public void written(int rank, boolean error, byte[] bytes, int length) {
    output.written(rank, error, bytes, length);
  }

  @Override
  public void ended(int rank, int code) {
    output.ended(rank);
    events.add(policy -> policy.ended(rank, code, System.nanoTime()));
  }

  @Override
  public void terminate(int rank) {
    group(rank).terminate(rank);
  }

  @Override
  public void kill(int rank) {
    group(rank).kill(rank);
  }

  private RankControl group(int rank) {
    RankControl group = groups.get(rank);
    if (group == null) {
      throw new IllegalArgumentException("there is no rank " + rank);
    }
    return group;
  }
}
