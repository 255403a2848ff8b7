package dev.slipstream.runtime.node;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.observation.GraphFiles;
import dev.slipstream.runtime.observation.Metrics;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.NodeLanes;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes streams for devices of this process. */
public final class NodeStreams {
  private final Extensions extensions;
  private final Metrics metrics;
  private final GraphFiles graphs;
  private final DeferralSettings settings;
  private final Optional<DryNodes> dry;
  private final Log log;

  /**
   * @param extensions what is replaced
   * @param metrics count what becomes of loops
   * @param graphs keep pictures of what the streams do
   * @param dry hears of what is submitted, if somebody wants to know what other nodes would do
   */
  public NodeStreams(
      Extensions extensions,
      Metrics metrics,
      GraphFiles graphs,
      DeferralSettings settings,
      Optional<DryNodes> dry,
      Log log) {
    this.extensions = extensions;
    this.metrics = metrics;
    this.graphs = graphs;
    this.settings = settings;
    this.dry = dry;
    this.log = log;
  }

  /** What gives host memory that devices reach. */
  MemoryStore hostMemory() {
    return extensions.memory();
  }

  /**
   * Opens a stream for devices that share loops. On a single device buffers are allocated as a
   * whole, so that nothing has to wait for what comes after it, and so they are where kernels need
   * whole arrays. Otherwise each of several devices has of a buffer what its chunks need.
   *
   * @param team the devices
   * @param lanes their lanes
   */
  Node shared(Team team, List<DeviceLanes> lanes) {
    int devices = team.members().size();
    Room room = team.room();
    boolean direct = devices > 1 && team.first().device().copiesToPeers();
    NodeTopology topology =
        devices == 1
            ? NodeTopology.of(1, false, room.bytes())
            : NodeTopology.of(room.devices(), direct, room.bytes(), room.largestArray());
    InstructionOptions instructions =
        devices == 1 || !room.hasParts()
            ? whole(topology)
            : shared(topology, team.withHost())
                .with(Contiguity.CHUNK)
                .withLeastDivided(room.leastDivided());
    return new Node(
        List.of(team),
        stream(team.members(), lanes, instructions),
        instructions.splitter(),
        dry,
        devices == 1 || instructions.scheduling() == SchedulingPolicy.FIRST_DEVICE);
  }

  /**
   * Opens a stream for devices of several kinds. Loops run where they are submitted to. What one of
   * them has computed and one of another kind needs goes by way of host memory, since the one knows
   * nothing of the other. Whoever shares loops here needs whole arrays.
   *
   * @param teams the devices; the first one also does what concerns none, and loops are shared in
   *     the last team only
   * @param lanes their lanes, by their places
   */
  Node apart(List<Team> teams, List<DeviceLanes> lanes) {
    List<NodeTopology.Device> devices = new ArrayList<>();
    List<Node.Member> members = new ArrayList<>();
    for (Team team : teams) {
      for (Node.Member member : team.members()) {
        devices.add(new NodeTopology.Device(MemoryId.ofDevice(devices.size()), member.bytes()));
        members.add(member);
      }
    }
    int firstSharing = teams.get(teams.size() - 1).place();
    InstructionOptions instructions =
        whole(new NodeTopology(devices, Set.of(), MemoryId.HEAP).withLoopsSharedFrom(firstSharing));
    return new Node(
        teams,
        stream(members, lanes, instructions),
        instructions.splitter(),
        dry,
        /* firstOnly= */ true);
  }

  private NodeStream stream(
      List<Node.Member> members, List<DeviceLanes> lanes, InstructionOptions instructions) {
    List<String> names = new ArrayList<>();
    for (Node.Member member : members) {
      names.add(member.device().id());
    }
    return new NodeStream(
        new NodeOptions(
            instructions,
            extensions.horizons(),
            settings.window(),
            ExecutorOptions.USUAL,
            extensions.trace(),
            graphs.recorders(new NodeId(0)),
            Runtime.getRuntime().maxMemory(),
            metrics.graphs().stream(names),
            extensions.commands(1),
            extensions.checkpoints()),
        lanes.size() == 1 ? lanes.get(0) : new NodeLanes(lanes, extensions.memory()),
        log);
  }

  private InstructionOptions whole(NodeTopology topology) {
    return extensions.instructions(1, topology).with(Contiguity.WHOLE).withoutLookahead();
  }

  private InstructionOptions shared(NodeTopology topology, boolean withHost) {
    InstructionOptions usual =
        extensions.instructions(1, withHost ? topology.withHostCores() : topology);
    return withHost
        ? usual.with(new ShareSplitter(usual.splitter(), settings.hostShare().part()))
        : usual;
  }
}
