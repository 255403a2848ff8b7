package dev.slipstream.tornado;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
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
import dev.slipstream.runtime.coherence.Repetition;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.NodeLanes;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.Work;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Submits loops to devices on which arrays stay, in turn, as the runtime does. */
final class ResidentMachine implements AutoCloseable {
  private final List<Device> devices;
  private final List<Map<RangeKernel, PreparedKernel>> prepared = new ArrayList<>();
  private int loops;
  private boolean finished;
  private final NodeStream stream;
  final List<String> refusals = new CopyOnWriteArrayList<>();
  final AtomicLong elementsIn = new AtomicLong();
  final AtomicLong elementsOut = new AtomicLong();

  /** Counts the kernels that kept their arrays longer than they ran. */
  final AtomicLong keptLonger = new AtomicLong();

  /** The number of kernels that each device has run, by its place. */
  final Map<Integer, Integer> kernels = new ConcurrentHashMap<>();

  final Coherence coherence;

  ResidentMachine(Device device) throws DeviceException {
    this(device, NodeTopology.UNLIMITED);
  }

  /**
   * @param budget how many bytes of the device's memory may be used, with elements of 8 bytes
   */
  ResidentMachine(Device device, long budget) throws DeviceException {
    this(List.of(device), budget);
  }

  /**
   * @param devices devices that do not know each other
   */
  ResidentMachine(List<Device> devices, long budget) throws DeviceException {
    this.devices = List.copyOf(devices);
    List<DeviceLanes> lanes = new ArrayList<>();
    for (Device device : devices) {
      prepared.add(new HashMap<>());
      lanes.add(
          MemoryLanes.of(
              device,
              (loop, where, why) -> refusals.add(loop + " on " + where + ": " + why),
              new DirectMemory(0)));
    }
    InstructionOptions options =
        InstructionOptions.of(1, NodeTopology.of(devices.size(), false, budget))
            .with(InstructionOptions.Contiguity.WHOLE);
    stream =
        new NodeStream(
            new NodeOptions(
                options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, new CopiedElements()),
            lanes.size() == 1 ? lanes.get(0) : new NodeLanes(lanes, new DirectMemory(0)),
            Log.none());
    coherence = new Coherence(stream);
  }

  /** Counts the bytes copied between the heap and the device. */
  private final class CopiedElements implements TraceSink {
    @Override
    public void submitted(Job<?> job, long nanos) {
      // Only completed copies count.
    }

    @Override
    public void issued(Job<?> job, long nanos) {
      // Only completed copies count.
    }

    @Override
    public void completed(Job<?> job, long nanos) {
      Step step = (Step) job.work();
      Instruction done = step.instruction();
      if (done instanceof Instruction.Kernel kernel) {
        keptLonger.addAndGet(step.work().isPresent() || step.keepsArrays() ? 1 : 0);
        kernels.merge(kernel.device(), 1, Integer::sum);
      } else if (done instanceof Instruction.Copy copy) {
        (copy.destination().memory().isDevice() ? elementsIn : elementsOut)
            .addAndGet(copy.region().area());
      }
    }
  }

  /** Returns the kernel of a class with a method {@code body}. */
  static RangeKernel kernel(Class<?> type, int dimensions, String... descriptors) throws Exception {
    List<KernelParameter> parameters = new ArrayList<>();
    for (String descriptor : descriptors) {
      parameters.add(new KernelParameter("p" + parameters.size(), descriptor));
    }
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = ResidentMachine.class.getResourceAsStream(file)) {
      return new RangeKernel(
          type.getSimpleName(), type.getName(), in.readAllBytes(), dimensions, parameters);
    }
  }

  /** Returns the iterations from one number to another. */
  static IterationSpace from(int start, int end) {
    return new IterationSpace(new int[] {start}, new int[] {1}, new int[] {end - start});
  }

  /** How a loop uses the elements of an array. */
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

  /**
   * Returns the launch for the first device; empty if the device can only launch it immediately.
   */
  Optional<Work> work(
      RangeKernel kernel, IterationSpace space, Object[] values, List<ArrayAccess> accesses)
      throws DeviceException {
    Launch launch = new Launch(space, values, accesses);
    return KernelWork.of(devices.get(0), ready(kernel, 0), kernel, launch, List.of());
  }

  private PreparedKernel ready(RangeKernel kernel, int place) throws DeviceException {
    PreparedKernel ready = prepared.get(place).get(kernel);
    if (ready == null) {
      ready = devices.get(place).prepare(kernel);
      prepared.get(place).put(kernel, ready);
    }
    return ready;
  }

  /** Submits a loop to the device whose turn it is. */
  void loop(RangeKernel kernel, IterationSpace space, Object[] values, Use... uses)
      throws DeviceException {
    loop(kernel, space, values, Optional.empty(), uses);
  }

  /**
   * As {@link #loop(RangeKernel, IterationSpace, Object[], Use...)}, for a loop that the host can
   * run again.
   */
  void loop(RangeKernel kernel, IterationSpace space, Object[] values, Runnable onHost, Use... uses)
      throws DeviceException {
    List<ArrayAccess> accesses = accesses(values, uses);
    Repetition repetition =
        new Repetition() {
          @Override
          public List<ArrayAccess> accesses() {
            return accesses;
          }

          @Override
          public void run(List<Object> arrays, String reason) {
            onHost.run();
          }
        };
    loop(kernel, space, values, Optional.of(repetition), uses);
  }

  private static List<ArrayAccess> accesses(Object[] values, Use... uses) {
    List<ArrayAccess> accesses = new ArrayList<>();
    for (Use use : uses) {
      accesses.add(
          new ArrayAccess(
              List.of(values).indexOf(use.array),
              use.readFrom,
              use.readTo,
              use.writtenFrom,
              use.writtenTo,
              /* writesAll= */ true));
    }
    return accesses;
  }

  private void loop(
      RangeKernel kernel,
      IterationSpace space,
      Object[] values,
      Optional<Repetition> repetition,
      Use... uses)
      throws DeviceException {
    int place = loops++ % devices.size();
    PreparedKernel built = ready(kernel, place);
    List<LoopArray> arrays = new ArrayList<>();
    List<ArrayAccess> accesses = accesses(values, uses);
    for (Use use : uses) {
      arrays.add(new LoopArray(use.array, use.writtenTo > use.writtenFrom));
    }
    AtomicReference<ExecutionFailedException> failure = new AtomicReference<>();
    coherence.submit(
        arrays,
        nanos -> {},
        repetition,
        buffers -> true,
        buffers -> {
          Object[] seen = values.clone();
          for (int v = 0; v < values.length; v++) {
            for (ArrayAccess access : accesses) {
              if (values[v] == values[access.parameter()]) {
                seen[v] = buffers.view(values[v]);
              }
            }
          }
          Work work =
              KernelWork.of(
                      devices.get(place),
                      built,
                      kernel,
                      new Launch(space, seen, accesses),
                      List.of())
                  .orElseThrow();
          List<BufferAccess> named = new ArrayList<>();
          for (Use use : uses) {
            Buffer buffer = buffers.apply(use.array);
            add(named, buffer, AccessMode.READ, use.readFrom, use.readTo);
            add(named, buffer, AccessMode.WRITE, use.writtenFrom, use.writtenTo);
          }
          try {
            stream.submit(
                kernel.loop(),
                Geometry.of(Box.of(0, space.count(0)), Splitting.WHOLE),
                named,
                accesses.stream().map(access -> seen[access.parameter()]).toList(),
                new DeviceWork(place, List.of(work)));
          } catch (ExecutionFailedException failed) {
            if (repetition.isEmpty()) {
              throw failed;
            }
            // It may have run already: it counts as submitted, and is run again with the rest.
            failure.set(failed);
          }
          return work;
        });
    if (failure.get() != null) {
      coherence.fails(failure.get());
    }
  }

  /**
   * How the parts of a shared loop use an array: each part uses the elements from some distance
   * before its first iteration to some distance after its last one.
   */
  record Shared(Object array, AccessMode mode, int before, int after) {
    BufferAccess in(Buffer buffer) {
      RangeMapper mapper =
          (chunk, domain) ->
              Region.of(Box.of(chunk.box().min0() - before, chunk.box().max0() + after))
                  .intersection(buffer.domain());
      return new BufferAccess(buffer, mode, mapper);
    }
  }

  /** Submits a loop of which each device runs a part; its iterations begin at 0. */
  void shared(RangeKernel kernel, int count, Object[] values, Shared... uses)
      throws DeviceException {
    IterationSpace space = from(0, count);
    List<PreparedKernel> built = new ArrayList<>();
    for (int place = 0; place < devices.size(); place++) {
      built.add(ready(kernel, place));
    }
    Map<Object, Boolean> written = new IdentityHashMap<>();
    List<ArrayAccess> named = new ArrayList<>();
    for (Shared use : uses) {
      boolean writes = use.mode().produces();
      written.merge(use.array(), writes, Boolean::logicalOr);
      int length = Array.getLength(use.array());
      int parameter = List.of(values).indexOf(use.array());
      named.add(
          writes
              ? new ArrayAccess(parameter, 0, 0, 0, length, true)
              : new ArrayAccess(parameter, 0, length, 0, 0, false));
    }
    List<LoopArray> arrays = new ArrayList<>();
    written.forEach((array, writes) -> arrays.add(new LoopArray(array, writes)));
    coherence.submit(
        arrays,
        buffers -> {
          List<BufferAccess> accesses = new ArrayList<>();
          for (Shared use : uses) {
            accesses.add(use.in(buffers.apply(use.array())));
          }
          List<Work> all = new ArrayList<>();
          for (int place = 0; place < built.size(); place++) {
            all.add(
                KernelWork.of(
                        devices.get(place),
                        built.get(place),
                        kernel,
                        new Launch(space, values, named),
                        List.of(0))
                    .orElseThrow());
          }
          stream.submit(
              kernel.loop(),
              Geometry.of(Box.of(0, count), Splitting.ROWS),
              accesses,
              List.copyOf(written.keySet()),
              new DeviceWork(all));
          return all;
        });
  }

  private static void add(
      List<BufferAccess> accesses, Buffer buffer, AccessMode mode, int from, int to) {
    if (to > from) {
      RangeMapper mapper = new RangeMapper.Fixed(Region.of(Box.of(from, to)));
      accesses.add(new BufferAccess(buffer, mode, mapper));
    }
  }

  /** Starts everything that was submitted. */
  void flush() {
    stream.flush();
  }

  /**
   * Waits until everything is counted: code that reads an array may continue before its copy is
   * counted.
   */
  void finish() {
    if (!finished) {
      finished = true;
      stream.close();
    }
  }

  @Override
  public void close() {
    finish();
  }
}
