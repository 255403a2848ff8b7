package dev.slipstream.runtime.node;

import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.cluster.RankMachine;
import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.HostShare;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.execution.TraceSinks;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.Splitter;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.lanes.HostCoreLanes;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.observation.GraphFiles;
import dev.slipstream.runtime.observation.GraphRecorders;
import dev.slipstream.runtime.observation.Metrics;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.KernelTimes;
import dev.slipstream.runtime.scheduling.NodeLanes;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.OtherNodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Groups devices of this process into nodes, and creates their streams. */
public final class NodeStreams {
  private final Extensions extensions;
  private final Metrics metrics;
  private final GraphFiles graphs;
  private final DeferralSettings settings;
  private final Optional<DryNodes> dry;
  private final Optional<RankGroup> ranks;
  private final Log log;

  /**
   * @param extensions the replaceable components
   * @param metrics count the events of loops
   * @param graphs record the graphs of the streams
   * @param dry is told of what is submitted, if there is a dry run
   * @param ranks the nodes that share loops
   */
  public NodeStreams(
      Extensions extensions,
      Metrics metrics,
      GraphFiles graphs,
      DeferralSettings settings,
      Optional<DryNodes> dry,
      Optional<RankGroup> ranks,
      Log log) {
    this.extensions = extensions;
    this.metrics = metrics;
    this.graphs = graphs;
    this.settings = settings;
    this.dry = dry;
    this.ranks = ranks;
    this.log = log;
  }

  /**
   * Opens a node with a device and the devices that it shares loops with. If there are devices that
   * leave loops to others, opens one of these and one that does not, so that arrays stay on both
   * kinds. An additional device that cannot be opened is left out.
   *
   * @param device the device that needs the node first
   * @param all the devices that loops may use
   * @param fallback is notified of kernels that the host runs instead
   * @throws DeviceException if no device can be opened, or the first one of several that share
   *     loops cannot
   */
  Node open(Device device, List<Device> all, KernelFallback fallback) throws DeviceException {
    if (ranks.isPresent()) {
      return one(ranks.get(), device, fallback);
    }
    List<Device> wanted = new ArrayList<>(List.of(device));
    for (Device other : all) {
      boolean isOfAnotherKind = other.keepsArrays();
      for (Device one : wanted) {
        isOfAnotherKind &= one.leavesLoopsToOthers() != other.leavesLoopsToOthers();
      }
      if (isOfAnotherKind) {
        wanted.add(other);
      }
    }
    // Devices that support fewer kinds of arrays come last: the first one also does what concerns
    // no device.
    wanted.sort(Comparator.comparing(Device::leavesLoopsToOthers));
    Opened opened = new Opened(fallback);
    return wanted.size() > 1 ? apart(opened, wanted, all) : shared(opened, device, all);
  }

  /**
   * Opens one of several nodes that share loops; each has one device. If every node runs the
   * program, only the first one measures which loops should be shared.
   */
  private Node one(RankGroup others, Device device, KernelFallback fallback)
      throws DeviceException {
    RankMachine machine = new RankMachine(device, extensions.memory());
    long bytes = Math.min(device.memoryBytes(), settings.deviceMemory());
    Node.Member only = new Node.Member(device, others.deviceBytes(device, bytes));
    InstructionOptions instructions = machine.instructions(others.nodes(), only.bytes());
    Optional<Node.Measured> measured = Optional.empty();
    if (!others.sharingCost().isNothing() && others.self().rank() == 0) {
      measured =
          Optional.of(
              others.isReplicated()
                  ? Node.Measured.forAll(Ticker.SYSTEM, others)
                  : Node.Measured.nothing(Ticker.SYSTEM));
    }
    List<KernelTimes.Listener> listeners = new ArrayList<>();
    others.times().ifPresent(listeners::add);
    measured.ifPresent(its -> listeners.add(its.times()));
    NodeOptions options =
        options(
            List.of(only),
            instructions,
            new TraceSinks(List.of(new KernelTimes(listeners), extensions.trace()), log));
    Splitter equal = options.commands().splitter();
    Splitter splitter =
        others.weights().isPresent() && equal instanceof EvenSplitter
            ? new WeightedSplitter(equal, others.weights().get()::parts)
            : equal;
    return new Node(
        List.of(Team.of(0, List.of(only), /* withHost= */ false)),
        new NodeStream(options, machine.lanes(others.network(), fallback), others, log),
        splitter,
        dry,
        ranks,
        measured,
        /* firstOnly= */ true);
  }

  /**
   * @param wanted the first device of each kind; those that leave loops to others come last and may
   *     share the loops that they take
   */
  private Node apart(Opened opened, List<Device> wanted, List<Device> all) throws DeviceException {
    List<List<Node.Member>> kinds = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (Device device : wanted) {
      int before = opened.members.size();
      try {
        opened.add(device);
        if (device.leavesLoopsToOthers()) {
          opened.addSharing(device, all);
        }
        kinds.add(List.copyOf(opened.members.subList(before, opened.members.size())));
      } catch (DeviceException | RuntimeException | LinkageError failure) {
        failures.add(device.id() + " keeps no arrays between loops: " + FailureReason.of(failure));
      }
    }
    if (opened.members.isEmpty()) {
      throw new DeviceException(String.join("; ", failures));
    }
    failures.forEach(failure -> log.info(() -> failure));
    if (!settings.hostShare().isNone()) {
      log.warn(
          "slipstream.cpu.share has no effect where loops run on devices of several kinds. Set"
              + " slipstream.device=opencl, or remove the option");
    }
    if (kinds.size() > 1) {
      kinds.set(0, withRoomForTheLast(kinds.get(0).get(0), kinds.get(1).get(0)));
    }
    List<Team> teams = new ArrayList<>();
    int place = 0;
    for (List<Node.Member> kind : kinds) {
      teams.add(Team.of(place, kind, /* withHost= */ false));
      place += kind.size();
    }
    return apart(teams, opened.lanes);
  }

  /** They may be one GPU under two names. The last one has a budget of its own library. */
  private static List<Node.Member> withRoomForTheLast(Node.Member first, Node.Member last) {
    long all = first.device().memoryBytes();
    long left = Math.min(first.bytes(), Math.max(all / 2, all - last.bytes()));
    return List.of(new Node.Member(first.device(), left));
  }

  private Node shared(Opened opened, Device first, List<Device> all) throws DeviceException {
    opened.add(first);
    opened.addSharing(first, all);
    HostShare share = settings.hostShare();
    boolean withHost = !share.isNone() && first.sharesWithHost();
    if (withHost) {
      opened.addCores(new CpuDevice(share.threads()));
    }
    return shared(Team.of(0, opened.members, withHost), opened.lanes);
  }

  /** The devices that could be opened. */
  private final class Opened {
    private final List<Node.Member> members = new ArrayList<>();
    private final List<DeviceLanes> lanes = new ArrayList<>();
    private final KernelFallback fallback;

    Opened(KernelFallback fallback) {
      this.fallback = fallback;
    }

    void add(Device device) throws DeviceException {
      if (!device.keepsArrays()) {
        throw new DeviceException(device.id() + " has no memory of its own");
      }
      lanes.add(MemoryLanes.of(device, fallback, extensions.memory()));
      add(device, device.memoryBytes());
    }

    /** Adds the host's cores, which use the program's arrays directly. */
    void addCores(CpuDevice cores) {
      lanes.add(new HostCoreLanes(cores));
      add(cores, Long.MAX_VALUE);
    }

    private void add(Device device, long bytes) {
      members.add(new Node.Member(device, Math.min(bytes, settings.deviceMemory())));
    }

    /** Adds the devices that share loops with a device, if they can be opened. */
    void addSharing(Device first, List<Device> all) {
      for (Device device : all) {
        if (device != first && first.sharesWith(device)) {
          try {
            add(device);
          } catch (DeviceException | RuntimeException | LinkageError failure) {
            log.info(() -> device.id() + " shares no loops: " + FailureReason.of(failure));
          }
        }
      }
    }
  }

  /**
   * Opens a stream for devices that share loops. On a single device, and where kernels need whole
   * arrays, buffers are allocated as a whole; on a single device nothing then has to wait for what
   * comes after it. Otherwise each of several devices gets the part of a buffer that its chunks
   * need.
   *
   * @param team the devices
   * @param lanes their lanes
   */
  private Node shared(Team team, List<DeviceLanes> lanes) {
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
        ranks,
        Optional.empty(),
        devices == 1 || instructions.scheduling() == SchedulingPolicy.FIRST_DEVICE);
  }

  /**
   * Opens a stream for devices of several kinds. Loops run where they are submitted to. Results
   * that a device of another kind needs are copied through host memory, since the kinds cannot
   * access each other. Devices that share loops here need whole arrays.
   *
   * @param teams the devices; the first one also does what concerns no device, and only the last
   *     team shares loops
   * @param lanes their lanes, by their indices
   */
  private Node apart(List<Team> teams, List<DeviceLanes> lanes) {
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
        ranks,
        Optional.empty(),
        /* firstOnly= */ true);
  }

  private NodeStream stream(
      List<Node.Member> members, List<DeviceLanes> lanes, InstructionOptions instructions) {
    return new NodeStream(
        options(members, instructions, extensions.trace()),
        lanes.size() == 1 ? lanes.get(0) : new NodeLanes(lanes, extensions.memory()),
        log);
  }

  private NodeOptions options(
      List<Node.Member> members, InstructionOptions instructions, TraceSink trace) {
    List<String> names = new ArrayList<>();
    for (Node.Member member : members) {
      names.add(member.device().id());
    }
    GraphRecorders recorders = graphs.recorders(ranks.map(OtherNodes::self).orElse(new NodeId(0)));
    // A store of checkpoints is called by the program's thread. Other extensions are functions.
    boolean isAlone =
        ranks.isEmpty() && !instructions.lookahead() && !extensions.checkpoints().isOn();
    return new NodeOptions(
        instructions,
        extensions.horizons(),
        settings.window(),
        ranks.isPresent() ? ExecutorOptions.PATIENT : ExecutorOptions.USUAL,
        trace,
        recorders,
        ranks.map(RankGroup::heapBytes).orElse(Runtime.getRuntime().maxMemory()),
        metrics.graphs().stream(names),
        extensions.commands(instructions.nodes()),
        extensions.checkpoints(),
        isAlone && recorders.equals(GraphRecorders.OFF) ? OrderedSteps.MANY : OrderedSteps.NEVER);
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
