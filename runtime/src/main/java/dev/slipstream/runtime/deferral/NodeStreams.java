package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.extension.Extensions;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.instruction.InstructionOptions;
import dev.slipstream.runtime.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.instruction.InstructionOptions.Lookahead;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.instruction.NodeTopology;
import dev.slipstream.runtime.instruction.SchedulingPolicy;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.metrics.Metrics;
import dev.slipstream.runtime.picture.GraphFiles;
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
   * whole, so that nothing has to wait for what comes after it. Each of several devices has of a
   * buffer what its chunks need.
   *
   * @param members the devices, by their places
   * @param lanes their lanes
   * @param withHost whether the last of them is the host's cores
   */
  Node shared(List<Node.Member> members, List<DeviceLanes> lanes, boolean withHost) {
    int devices = members.size();
    int withMemory = withHost ? devices - 1 : devices;
    Room room = room(withMemory, members);
    NodeTopology topology =
        devices == 1
            ? NodeTopology.of(1, false, room.bytes())
            : NodeTopology.of(withMemory, true, room.bytes(), room.largestArray());
    InstructionOptions instructions =
        devices == 1
            ? whole(topology)
            : shared(topology, withHost)
                .with(Contiguity.CHUNK)
                .with(Lookahead.TWO_HORIZONS)
                .withLeastDivided(room.leastDivided());
    return new Node(
        members,
        /* alike= */ true,
        room,
        stream(members, lanes, instructions),
        instructions.rows(),
        dry,
        devices == 1 || instructions.scheduling() == SchedulingPolicy.FIRST_DEVICE,
        withHost);
  }

  /**
   * Opens a stream for devices of which each runs the loops that are submitted to it. What one of
   * them has computed and another one needs goes by way of host memory, since the one knows nothing
   * of the other.
   *
   * @param members the devices, by their places; the first one also does what concerns none
   * @param lanes their lanes
   */
  Node apart(List<Node.Member> members, List<DeviceLanes> lanes) {
    List<NodeTopology.Device> devices = new ArrayList<>();
    for (Node.Member member : members) {
      devices.add(new NodeTopology.Device(MemoryId.ofDevice(devices.size()), member.bytes()));
    }
    InstructionOptions instructions = whole(new NodeTopology(devices, Set.of(), MemoryId.HEAP));
    return new Node(
        members,
        /* alike= */ false,
        room(1, members),
        stream(members, lanes, instructions),
        instructions.rows(),
        dry,
        /* firstOnly= */ true,
        /* withHost= */ false);
  }

  private static Room room(int withMemory, List<Node.Member> members) {
    long bytes = Long.MAX_VALUE;
    long largestArray = Long.MAX_VALUE;
    for (Node.Member member : members) {
      bytes = Math.min(bytes, member.bytes());
      largestArray = Math.min(largestArray, member.memory().largestArrayBytes());
    }
    long leastDivided = members.get(0).memory().sharingCost().leastArrayBytes();
    return new Room(withMemory, bytes, largestArray, leastDivided);
  }

  private NodeStream stream(
      List<Node.Member> members, List<DeviceLanes> lanes, InstructionOptions instructions) {
    List<String> names = members.stream().map(member -> member.device().id()).toList();
    return new NodeStream(
        new NodeOptions(
            instructions,
            extensions.horizons(),
            settings.window(),
            ExecutorOptions.USUAL,
            extensions.trace(),
            graphs.recorders(new NodeId(0)),
            Runtime.getRuntime().maxMemory(),
            elementBytes -> metrics.graphs().stream(names, elementBytes),
            extensions.commands(1),
            extensions.checkpoints()),
        lanes.size() == 1 ? lanes.get(0) : new NodeLanes(lanes, extensions.memory()),
        log);
  }

  private InstructionOptions whole(NodeTopology topology) {
    return extensions
        .instructions(1, topology, buffer -> 1)
        .with(Contiguity.WHOLE)
        .with(Lookahead.OFF);
  }

  private InstructionOptions shared(NodeTopology topology, boolean withHost) {
    InstructionOptions usual =
        extensions.instructions(1, withHost ? topology.withHostCores() : topology, buffer -> 1);
    return withHost
        ? usual.with(new ShareSplitter(usual.rows(), settings.hostShare().part()))
        : usual;
  }
}
