package dev.slipstream.runtime.deferral;

import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.extension.Extensions;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.instruction.InstructionOptions;
import dev.slipstream.runtime.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.instruction.InstructionOptions.Lookahead;
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
import java.util.List;
import java.util.Optional;

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
   * Opens a stream. On a single device buffers are allocated as a whole, so that nothing has to
   * wait for what comes after it. Each of several devices has of a buffer what its chunks need.
   *
   * @param names what messages call the devices
   * @param members the devices, by their places
   * @param lanes their lanes
   * @param bytes how many bytes of each device may be allocated at a time
   * @param withHost whether the last of them is the host's cores
   */
  Node open(
      List<String> names,
      List<Node.Member> members,
      List<DeviceLanes> lanes,
      long bytes,
      boolean withHost) {
    int devices = members.size();
    int withMemory = withHost ? devices - 1 : devices;
    ResidentDevice first = members.get(0).memory();
    Room room =
        new Room(withMemory, bytes, largestArray(members), first.sharingCost().leastArrayBytes());
    InstructionOptions instructions =
        devices == 1
            ? extensions
                .instructions(1, NodeTopology.of(1, false, bytes), buffer -> 1)
                .with(Contiguity.WHOLE)
                .with(Lookahead.OFF)
            : shared(NodeTopology.of(withMemory, true, bytes, room.largestArray()), withHost)
                .with(Contiguity.CHUNK)
                .with(Lookahead.TWO_HORIZONS)
                .withLeastDivided(room.leastDivided());
    NodeStream stream =
        new NodeStream(
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
            devices == 1 ? lanes.get(0) : new NodeLanes(lanes, extensions.memory()),
            log);
    return new Node(
        members,
        room,
        stream,
        instructions.rows(),
        dry,
        devices == 1 || instructions.scheduling() == SchedulingPolicy.FIRST_DEVICE,
        withHost);
  }

  private InstructionOptions shared(NodeTopology topology, boolean withHost) {
    InstructionOptions usual =
        extensions.instructions(1, withHost ? topology.withHostCores() : topology, buffer -> 1);
    return withHost
        ? usual.with(new ShareSplitter(usual.rows(), settings.hostShare().part()))
        : usual;
  }

  private static long largestArray(List<Node.Member> members) {
    long largest = Long.MAX_VALUE;
    for (Node.Member member : members) {
      largest = Math.min(largest, member.memory().largestArrayBytes());
    }
    return largest;
  }
}
