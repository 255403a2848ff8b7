package dev.slipstream.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.LongTests;
import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Chunk;
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
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.InstructionOptions.Contiguity;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.DeviceLanes;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.NodeLanes;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.StepLanes;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests which results are lost when one of a node's devices fails: those alone whose only copy is
 * on a device that cannot be read.
 */
@Timeout(1200)
class LostDevicesTest {
  private static final int LENGTH = 60;
  private static final int ARRAYS = 6;
  private static final long ARRAY_BYTES = (long) LENGTH * Double.BYTES;

  /** Enough loops that the oldest are not remembered any more. */
  private static final int MANY = 300;

  /** A program on some devices. */
  private static final class Program {
    final List<AddingDevice> devices = new ArrayList<>();
    final List<Device> all = new ArrayList<>();
    final double[][] arrays = new double[ARRAYS][LENGTH];
    final double[][] expected = new double[ARRAYS][];
    final NodeStream stream;
    final Coherence coherence;

    /** How many loops ran again on the host. */
    int repeated;

    /**
     * @param bytes how much memory each device has
     * @param direct whether devices copy to each other
     */
    Program(int count, long bytes, boolean direct, Contiguity contiguity) throws Exception {
      this(count, bytes, direct, contiguity, /* withCores= */ false);
    }

    /**
     * @param withCores whether the cores share loops with the devices
     */
    Program(int count, long bytes, boolean direct, Contiguity contiguity, boolean withCores)
        throws Exception {
      List<DeviceLanes> lanes = new ArrayList<>();
      for (int place = 0; place < count; place++) {
        AddingDevice device = new AddingDevice("adding:" + place);
        devices.add(device);
        lanes.add(new MemoryLanes(device, (loop, where, reason) -> {}, new DirectMemory(0)));
      }
      all.addAll(devices);
      NodeTopology topology = NodeTopology.of(count, direct, bytes);
      if (withCores) {
        CpuDevice cores = new CpuDevice(1);
        all.add(cores);
        lanes.add(new HostCoreLanes(cores));
        topology = topology.withHostCores();
      }
      StepLanes node = lanes.size() == 1 ? lanes.get(0) : new NodeLanes(lanes, new DirectMemory(0));
      InstructionOptions options = InstructionOptions.of(1, topology).with(contiguity);
      stream =
          new NodeStream(
              new NodeOptions(options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, TraceSink.OFF),
              node,
              Log.none());
      coherence = new Coherence(stream);
      for (int k = 0; k < ARRAYS; k++) {
        double first = k + 1;
        Arrays.setAll(arrays[k], i -> first + i / 8.0);
        expected[k] = arrays[k].clone();
      }
    }

    /** Adds two arrays up, for a range of elements, on all devices or on the first. */
    void add(int a, int b, int sum, int from, int to, boolean divided) throws Exception {
      for (int i = from; i < to; i++) {
        expected[sum][i] = expected[a][i] + expected[b][i];
      }
      double[] first = arrays[a];
      double[] second = arrays[b];
      double[] target = arrays[sum];
      Launch launch =
          new Launch(
              new IterationSpace(new int[] {from}, new int[] {1}, new int[] {to - from}),
              new Object[] {first, second, target},
              List.of(
                  new ArrayAccess(0, from, to, 0, 0, false),
                  new ArrayAccess(1, from, to, 0, 0, false),
                  new ArrayAccess(2, 0, 0, from, to, true)));
      Geometry geometry =
          Geometry.of(Box.of(0, to - from), divided ? Splitting.ROWS : Splitting.WHOLE);
      RangeMapper mapper =
          (chunk, domain) ->
              Region.of(Box.of(chunk.box().min0() + from, chunk.box().max0() + from));
      Work work = work(launch, divided);
      AtomicReference<ExecutionFailedException> failure = new AtomicReference<>();
      Optional<Boolean> submitted =
          coherence.submit(
              List.of(
                  new LoopArray(first, false),
                  new LoopArray(second, false),
                  new LoopArray(target, true)),
              nanos -> {},
              Optional.of(new OnHost(launch, geometry, mapper)),
              buffers -> true,
              buffers -> {
                try {
                  stream.submit(
                      "Test.add:1",
                      Geometry.of(Box.of(0, to - from), divided ? Splitting.ROWS : Splitting.WHOLE),
                      List.of(),
                      List.of(
                          new BufferAccess(buffers.apply(first), AccessMode.READ, mapper),
                          new BufferAccess(buffers.apply(second), AccessMode.READ, mapper),
                          new BufferAccess(buffers.apply(target), AccessMode.WRITE, mapper)),
                      List.of(first, second, target),
                      work);
                } catch (ExecutionFailedException failed) {
                  failure.set(failed);
                }
                return true;
              });
      if (failure.get() != null) {
        coherence.fails(failure.get());
      }
      if (submitted.isEmpty()) {
        coherence.reads(first);
        coherence.reads(second);
        coherence.writes(target);
        addOnHost(first, second, target, from, to);
      }
    }

    /** Adds on the host, all elements or those of a part. */
    private final class OnHost implements Repetition {
      private final Launch launch;
      private final Geometry geometry;
      private final RangeMapper mapper;

      OnHost(Launch launch, Geometry geometry, RangeMapper mapper) {
        this.launch = launch;
        this.geometry = geometry;
        this.mapper = mapper;
      }

      @Override
      public List<ArrayAccess> accesses() {
        return launch.accesses();
      }

      @Override
      public void run(List<Object> all, String reason) {
        run(all, mapper.map(Chunk.whole(geometry.space()), Box.of(0, LENGTH)));
      }

      private void run(List<Object> all, Region elements) {
        repeated++;
        for (Box box : elements.boxes()) {
          addOnHost(
              (double[]) all.get(0),
              (double[]) all.get(1),
              (double[]) all.get(2),
              (int) box.min0(),
              (int) box.max0());
        }
      }

      @Override
      public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (Box box : new EvenSplitter().split(geometry, all.size())) {
          Region elements = mapper.map(new Chunk(box, geometry.space()), Box.of(0, LENGTH));
          parts.add(
              new Part() {
                @Override
                public Region reads(int use) {
                  return use < 2 ? elements : Region.EMPTY;
                }

                @Override
                public Region writes(int use) {
                  return use < 2 ? Region.EMPTY : elements;
                }

                @Override
                public void run(List<Object> all, String reason) {
                  OnHost.this.run(all, elements);
                }
              });
        }
        return parts;
      }
    }

    private Work work(Launch launch, boolean divided) throws Exception {
      RangeKernel kernel = Kernels.add();
      List<Work> byPlace = new ArrayList<>();
      for (Device device : all) {
        byPlace.add(
            KernelWork.of(
                    device,
                    device.prepare(kernel),
                    kernel,
                    launch,
                    divided ? List.of(0) : List.of())
                .orElseThrow());
      }
      return all.size() == 1 ? byPlace.get(0) : new DeviceWork(byPlace);
    }

    private static void addOnHost(double[] a, double[] b, double[] sum, int from, int to) {
      for (int i = from; i < to; i++) {
        sum[i] = a[i] + b[i];
      }
    }

    /** The host reads an array. */
    void read(int k) {
      coherence.reads(arrays[k]);
      assertThat(arrays[k]).isEqualTo(expected[k]);
    }

    /** The host overwrites an array. */
    void write(int k, double value) {
      coherence.writes(arrays[k]);
      Arrays.fill(arrays[k], value);
      Arrays.fill(expected[k], value);
    }

    /** Requires that the host finds the right elements everywhere. */
    void requireAll() {
      for (int k = 0; k < ARRAYS; k++) {
        read(k);
      }
    }
  }

  @Test
  void ofTwoDevicesBothAreReadWhenOneFails() throws Exception {
    Program program = new Program(2, NodeTopology.UNLIMITED, false, Contiguity.WHOLE);
    for (int step = 0; step < MANY; step++) {
      program.add(0, 1, 0, 0, LENGTH, true);
    }
    program.devices.get(1).fails = true;
    program.add(0, 1, 2, 0, LENGTH, true);
    program.requireAll();
    assertThat(program.repeated).isLessThan(MANY);
  }

  @Test
  void whatADeviceHoldsThatCannotBeReadIsLostAndNothingElse() throws Exception {
    Program program = new Program(2, NodeTopology.UNLIMITED, false, Contiguity.WHOLE);
    for (int step = 0; step < MANY; step++) {
      program.add(0, 1, 0, 0, LENGTH, true);
      program.add(2, 1, 2, 0, LENGTH, false);
    }
    program.devices.get(1).isDead = true;
    program.devices.get(1).fails = true;
    program.add(0, 1, 3, 0, LENGTH, true);
    program.coherence.flush();
    program.devices.get(1).failure.await();
    assertThatThrownBy(() -> program.read(0))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("adding:1 is broken");
    // Only the first device has computed this.
    program.read(2);
  }

  @Test
  void anArrayThatHadToMakeRoomIsReadWhereItWaits() throws Exception {
    Program program = new Program(1, 3 * ARRAY_BYTES, false, Contiguity.WHOLE);
    for (int step = 0; step < MANY; step++) {
      program.add(0, 1, 0, 0, LENGTH, false);
      program.add(2, 3, 2, 0, LENGTH, false);
    }
    program.devices.get(0).fails = true;
    program.add(4, 1, 5, 0, LENGTH, false);
    program.requireAll();
  }

  @Test
  void whatCoresAndDevicesHaveComputedTogetherIsNotLost() throws Exception {
    Program program = new Program(1, NodeTopology.UNLIMITED, false, Contiguity.CHUNK, true);
    for (int step = 0; step < MANY; step++) {
      program.add(0, 1, 0, 0, LENGTH, true);
    }
    program.devices.get(0).fails = true;
    program.add(0, 1, 2, 0, LENGTH, true);
    program.requireAll();
  }

  @Test
  void elementsThatLoopsHaveWrittenAtDifferentTimesAreAllRead() throws Exception {
    Program program = new Program(1, NodeTopology.UNLIMITED, false, Contiguity.WHOLE);
    program.add(0, 1, 0, 0, LENGTH / 2, false);
    for (int step = 0; step < MANY; step++) {
      program.add(0, 1, 0, LENGTH / 2, LENGTH, false);
    }
    program.devices.get(0).fails = true;
    program.add(0, 1, 2, 0, LENGTH, false);
    program.requireAll();
  }

  @Test
  void randomProgramsLoseNothingWhenADeviceThatCanBeReadFails() throws Exception {
    int fetched = 0;
    int programs = LongTests.count(30, 2_000);
    for (int seed = 0; seed < programs; seed++) {
      Random random = new Random(seed);
      int count = 1 + random.nextInt(3);
      long bytes = random.nextInt(3) == 0 ? NodeTopology.UNLIMITED : 4 * ARRAY_BYTES;
      Contiguity contiguity = random.nextBoolean() ? Contiguity.WHOLE : Contiguity.CHUNK;
      boolean direct = random.nextBoolean();
      boolean withCores = random.nextInt(4) == 0;
      Program program = new Program(count, bytes, direct, contiguity, withCores);
      int steps = random.nextInt(4) == 0 ? 2 * MANY : 40;
      int failure = random.nextInt(steps);
      for (int step = 0; step < steps; step++) {
        if (step == failure) {
          program.devices.get(random.nextInt(count)).fails = true;
        }
        int what = random.nextInt(30);
        if (what == 0) {
          program.read(random.nextInt(ARRAYS));
        } else if (what == 1) {
          program.write(random.nextInt(ARRAYS), random.nextInt(9));
        } else {
          int from = random.nextInt(3) == 0 ? random.nextInt(LENGTH) : 0;
          int to = from + 1 + (from == 0 ? LENGTH - 1 : random.nextInt(LENGTH - from));
          program.add(
              random.nextInt(ARRAYS),
              random.nextInt(ARRAYS),
              random.nextInt(ARRAYS),
              from,
              to,
              random.nextInt(4) != 0);
        }
      }
      assertThatNoException().as("seed %d", seed).isThrownBy(program::requireAll);
      fetched += program.repeated == 0 ? 0 : 1;
    }
    assertThat(fetched).isGreaterThan(programs / 3);
  }
}
