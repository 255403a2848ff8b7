package dev.slipstream.opencl;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Loops on one device on which arrays are resident, as the runtime submits them. */
final class ResidentMachine implements AutoCloseable {
  private final Device device;
  private final Map<RangeKernel, PreparedKernel> prepared = new HashMap<>();
  final List<String> refusals = new CopyOnWriteArrayList<>();
  final MemoryLanes lanes;
  final NodeStream stream;
  final Coherence coherence;

  ResidentMachine(Device device) throws DeviceException {
    this(device, TraceSink.OFF);
  }

  ResidentMachine(Device device, TraceSink trace) throws DeviceException {
    this(device, trace, NodeTopology.UNLIMITED);
  }

  /**
   * @param budget the limit of the device's memory in bytes, for elements of 8 bytes
   */
  ResidentMachine(Device device, TraceSink trace, long budget) throws DeviceException {
    this(device, trace, budget, used -> used);
  }

  /**
   * @param around replaces the device's lanes in the stream
   */
  ResidentMachine(
      Device device, TraceSink trace, long budget, Function<MemoryLanes, StepLanes> around)
      throws DeviceException {
    this.device = device;
    lanes =
        new MemoryLanes(
            device,
            (loop, where, why) -> refusals.add(loop + " on " + where + ": " + why),
            new DirectMemory(0));
    InstructionOptions options =
        InstructionOptions.of(1, NodeTopology.of(1, false, budget))
            .with(InstructionOptions.Contiguity.BUFFER);
    stream =
        new NodeStream(
            new NodeOptions(
                options,
                StepHorizons.USUAL,
                Integer.getInteger("outstanding", 4),
                executor(),
                trace),
            around.apply(lanes),
            Log.none());
    coherence = new Coherence(stream);
  }

  /**
   * The usual options, except that benchmarks may set another number of polls before the thread
   * sleeps.
   */
  private static ExecutorOptions executor() {
    ExecutorOptions usual = ExecutorOptions.USUAL;
    return new ExecutorOptions(
        usual.handOver(),
        usual.openJobs(),
        Integer.getInteger("spins", usual.spins()),
        usual.stuckAfter(),
        usual.drain());
  }

  /** The access of a loop to the elements of an array's outermost dimension. */
  record Use(Object array, int readFrom, int readTo, int writtenFrom, int writtenTo) {
    static Use reads(Object array, int from, int to) {
      return new Use(array, from, to, 0, 0);
    }

    static Use writes(Object array, int from, int to) {
      return new Use(array, 0, 0, from, to);
    }

    static Use updates(Object array, int from, int to) {
      return new Use(array, from, to, from, to);
    }
  }

  /** Submits a loop. */
  void loop(RangeKernel kernel, IterationSpace space, Object[] values, Use... uses)
      throws DeviceException {
    PreparedKernel ready = prepared.get(kernel);
    if (ready == null) {
      ready = device.prepare(kernel);
      prepared.put(kernel, ready);
    }
    loop(kernel, ready, space, values, uses);
  }

  /** Submits a loop with a prepared kernel. */
  void loop(
      RangeKernel kernel,
      PreparedKernel ready,
      IterationSpace space,
      Object[] values,
      Use... uses) {
    List<LoopArray> arrays = new ArrayList<>();
    List<ArrayAccess> accesses = new ArrayList<>();
    for (Use use : uses) {
      arrays.add(new LoopArray(use.array, use.writtenTo > use.writtenFrom));
      accesses.add(
          new ArrayAccess(
              List.of(values).indexOf(use.array),
              use.readFrom,
              use.readTo,
              use.writtenFrom,
              use.writtenTo,
              true));
    }
    PreparedKernel built = ready;
    coherence.submit(
        arrays,
        buffers -> {
          Object[] seen = values.clone();
          for (ArrayAccess access : accesses) {
            seen[access.parameter()] = buffers.view(values[access.parameter()]);
          }
          Work work =
              KernelWork.of(device, built, kernel, new Launch(space, seen, accesses), List.of())
                  .orElseThrow();
          List<BufferAccess> named = new ArrayList<>();
          for (Use use : uses) {
            Buffer buffer = buffers.apply(use.array);
            add(named, buffer, AccessMode.READ, use.readFrom, use.readTo);
            add(named, buffer, AccessMode.WRITE, use.writtenFrom, use.writtenTo);
          }
          stream.submit(
              kernel.loop(),
              Geometry.of(Box.of(0, space.count(0)), Splitting.WHOLE),
              named,
              accesses.stream().map(access -> seen[access.parameter()]).toList(),
              work);
          return work;
        });
  }

  private static void add(
      List<BufferAccess> accesses, Buffer buffer, AccessMode mode, int from, int to) {
    if (to > from) {
      RangeMapper mapper = new RangeMapper.Fixed(Region.of(Box.of(from, to)));
      accesses.add(new BufferAccess(buffer, mode, mapper));
    }
  }

  @Override
  public void close() {
    stream.close();
  }
}
