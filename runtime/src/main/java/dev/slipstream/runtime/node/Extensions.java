package dev.slipstream.runtime.node;

import dev.slipstream.runtime.checkpoint.CheckpointStore;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.execution.TraceSinks;
import dev.slipstream.runtime.graph.command.CheckedSplitter;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.Splitter;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.graph.task.HorizonPolicy;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.memory.MemoryStore;
import java.util.List;
import java.util.Optional;

/**
 * Finds replaceable components through {@link java.util.ServiceLoader}, and provides defaults for
 * the rest. These are {@link Splitter}, {@link SchedulingPolicy}, {@link MemoryStore}, {@link
 * HorizonPolicy} and {@link CheckpointStore}, at most one of each, and any number of {@link
 * TraceSink}. An implementation that cannot be loaded is left out with a warning. If there are two
 * of one kind, neither is used, and an error names both. ({@link
 * dev.slipstream.runtime.machine.Backends} finds {@link
 * dev.slipstream.runtime.device.DeviceBackend}s, and {@link
 * dev.slipstream.runtime.communication.Transports} the {@link
 * dev.slipstream.runtime.communication.Transport}.) Immutable.
 *
 * <p>On several nodes all must have the same splitter and the same horizon policy.
 */
public final class Extensions {
  /** The most tasks between two horizons, since nothing is forgotten without a horizon. */
  static final int MOST_TASKS = 1 << 16;

  private static final long KEPT_HOST_MEMORY = 64L << 20;

  private final Splitter splitter;
  private final SchedulingPolicy scheduling;
  private final MemoryStore memory;
  private final HorizonPolicy horizons;
  private final TraceSink trace;
  private final CheckpointStore checkpoints;

  private Extensions(
      Splitter splitter,
      SchedulingPolicy scheduling,
      MemoryStore memory,
      HorizonPolicy horizons,
      TraceSink trace,
      CheckpointStore checkpoints) {
    this.splitter = splitter;
    this.scheduling = scheduling;
    this.memory = memory;
    this.horizons = horizons;
    this.trace = trace;
    this.checkpoints = checkpoints;
  }

  /**
   * Finds the components that a class loader provides.
   *
   * @param loader the loader of the implementations
   * @param log receives warnings about those that cannot be used
   * @return the components that were found, with defaults for the rest
   */
  public static Extensions find(ClassLoader loader, Log log) {
    Services services = new Services(loader, log);
    TraceSinks traces = new TraceSinks(services.all(TraceSink.class), log);
    Optional<Splitter> splitter = services.only(Splitter.class);
    Optional<SchedulingPolicy> scheduling = services.only(SchedulingPolicy.class);
    Optional<MemoryStore> memory = services.only(MemoryStore.class);
    Optional<HorizonPolicy> horizons = services.only(HorizonPolicy.class);
    return new Extensions(
        splitter.isPresent() ? new CheckedSplitter(splitter.get()) : new EvenSplitter(),
        scheduling.orElse(SchedulingPolicy.FIRST_DEVICE),
        memory.isPresent() ? memory.get() : new DirectMemory(KEPT_HOST_MEMORY),
        horizons.isPresent() ? bounded(horizons.get()) : StepHorizons.USUAL,
        traces.isOn() ? traces : TraceSink.OFF,
        services.only(CheckpointStore.class).orElse(CheckpointStore.OFF));
  }

  private static HorizonPolicy bounded(HorizonPolicy policy) {
    return need -> policy.due(need) || need.tasks() >= MOST_TASKS;
  }

  /**
   * Returns how tasks are divided among nodes.
   *
   * @param nodes the number of nodes
   * @return the options
   */
  public CommandOptions commands(int nodes) {
    return new CommandOptions(nodes, 1, splitter);
  }

  /**
   * Returns how the commands of a node become instructions.
   *
   * @param nodes the number of nodes
   * @param topology the devices of this node, with their whole memory as budgets
   * @return the options, with budgets as the memory store says
   */
  public InstructionOptions instructions(int nodes, NodeTopology topology) {
    return InstructionOptions.of(nodes, budgeted(topology)).with(splitter).with(scheduling);
  }

  private NodeTopology budgeted(NodeTopology topology) {
    List<NodeTopology.Device> devices = topology.devices();
    NodeTopology.Device[] budgeted = new NodeTopology.Device[devices.size()];
    for (int i = 0; i < budgeted.length; i++) {
      NodeTopology.Device device = devices.get(i);
      budgeted[i] =
          device.memory().isDevice()
              ? new NodeTopology.Device(
                  device.memory(), memory.budget(i, device.budget()), device.largest())
              : device;
    }
    return topology.with(List.of(budgeted));
  }

  /** The store of device budgets and host memory. */
  public MemoryStore memory() {
    return memory;
  }

  /** When a horizon is due. */
  public HorizonPolicy horizons() {
    return horizons;
  }

  /** Is notified of jobs; {@link TraceSink#OFF} if there is no trace. */
  public TraceSink trace() {
    return trace;
  }

  /** Keeps checkpoints; {@link CheckpointStore#OFF} if none are kept. */
  public CheckpointStore checkpoints() {
    return checkpoints;
  }
}
