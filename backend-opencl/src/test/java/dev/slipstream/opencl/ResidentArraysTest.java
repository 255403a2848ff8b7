package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.resident.ResidentKernel;
import dev.slipstream.opencl.resident.ResidentLane;
import dev.slipstream.runtime.SlipstreamException;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.instruction.InstructionOptions;
import dev.slipstream.runtime.instruction.NodeTopology;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.log.Log;
import dev.slipstream.runtime.region.Box;
import dev.slipstream.runtime.region.Region;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.task.AccessMode;
import dev.slipstream.runtime.task.BufferAccess;
import dev.slipstream.runtime.task.Geometry;
import dev.slipstream.runtime.task.RangeMapper;
import dev.slipstream.runtime.task.Splitting;
import dev.slipstream.runtime.task.StepHorizons;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loops that follow each other on one device, whose arrays stay there. */
class ResidentArraysTest {
  /** A step of the heat equation in one dimension. */
  static final class Heat {
    public static void body(int i, double[] to, double[] from) {
      to[i] = from[i] + 0.25 * (from[i - 1] - 2 * from[i] + from[i + 1]);
    }
  }

  /** Adds products to an array. */
  static final class Sum {
    public static void body(int i, int[] a, short[] b, int k) {
      a[i] += b[i] * k;
    }
  }

  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws DeviceException {
    OpenClBench.open().close();
    devices = new OpenClBackend().open();
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
  }

  @AfterEach
  void close() {
    devices.forEach(Device::close);
  }

  /** An array and the elements that a loop reads and writes. */
  private record Use(Object array, int readFrom, int readTo, int writtenFrom, int writtenTo) {}

  private final class Machine implements AutoCloseable {
    final OpenClDevice device = (OpenClDevice) devices.get(0);
    final ResidentLane lane;
    final NodeStream stream;
    final Coherence coherence;

    Machine(int elementBytes) throws DeviceException {
      lane = device.lane();
      InstructionOptions options =
          InstructionOptions.of(1, NodeTopology.of(1, false), buffer -> elementBytes)
              .with(InstructionOptions.Contiguity.BUFFER);
      stream =
          new NodeStream(
              new NodeOptions(options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, TraceSink.OFF),
              lane,
              Log.none());
      coherence = new Coherence(stream);
    }

    void loop(
        BuiltKernel built, RangeKernel kernel, IterationSpace space, Object[] values, Use... uses) {
      List<LoopArray> arrays = new ArrayList<>();
      List<ArrayAccess> accesses = new ArrayList<>();
      for (int p = 0; p < uses.length; p++) {
        Use use = uses[p];
        arrays.add(
            new LoopArray(use.array, use.readTo > use.readFrom, use.writtenTo > use.writtenFrom));
        accesses.add(
            new ArrayAccess(p, use.readFrom, use.readTo, use.writtenFrom, use.writtenTo, true));
      }
      Launch launch = new Launch(space, values, accesses);
      coherence.submit(
          arrays,
          buffers -> {
            List<BufferAccess> named = new ArrayList<>();
            for (Use use : uses) {
              add(named, buffers.apply(use.array), AccessMode.READ, use.readFrom, use.readTo);
              add(
                  named,
                  buffers.apply(use.array),
                  AccessMode.WRITE,
                  use.writtenFrom,
                  use.writtenTo);
            }
            stream.submit(
                kernel.loop(),
                Geometry.of(Box.of(0, space.count(0)), Splitting.WHOLE),
                named,
                List.of(values[0], values[1]),
                new ResidentKernel(built, kernel.parameters(), launch));
            return launch;
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

  @Test
  void stepsThatSwapTwoArraysCopyThemInOnceAndTheResultOutOnce() throws Exception {
    int n = 500;
    int steps = 2000;
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    from[n - 1] = to[n - 1] = -1;
    double[] plain = plainSteps(from.clone(), steps);
    RangeKernel kernel = TranslatedKernelTest.kernel(Heat.class, 1, "[D", "[D");
    try (Machine machine = new Machine(8)) {
      BuiltKernel built = machine.device.build(kernel);
      IterationSpace space = new IterationSpace(new int[] {1}, new int[] {1}, new int[] {n - 2});
      for (int step = 0; step < steps; step++) {
        machine.loop(
            built,
            kernel,
            space,
            new Object[] {to, from},
            new Use(to, 0, 0, 1, n - 1),
            new Use(from, 0, n, 0, 0));
        double[] swapped = from;
        from = to;
        to = swapped;
      }
      machine.coherence.reads(from);
      assertThat(from).isEqualTo(plain);
      // All of the first array, and the ends of the second, which no step writes.
      assertThat(machine.lane.bytesIn()).isEqualTo(8L * n + 8 * 2);
      assertThat(machine.lane.bytesOut()).isEqualTo(8L * (n - 2));
    }
  }

  private static double[] plainSteps(double[] from, int steps) {
    double[] old = from;
    double[] next = from.clone();
    for (int step = 0; step < steps; step++) {
      for (int i = 1; i < old.length - 1; i++) {
        Heat.body(i, next, old);
      }
      double[] swapped = old;
      old = next;
      next = swapped;
    }
    return old;
  }

  @Test
  void whatTheHostWritesBetweenLoopsIsSeenByTheNext() throws Exception {
    int[] a = new int[100];
    short[] b = new short[100];
    int[] expected = new int[100];
    RangeKernel kernel = TranslatedKernelTest.kernel(Sum.class, 1, "[I", "[S", "I");
    try (Machine machine = new Machine(4)) {
      BuiltKernel built = machine.device.build(kernel);
      for (int round = 0; round < 50; round++) {
        machine.coherence.writes(b);
        b[round] = (short) (3 * round);
        machine.loop(
            built,
            kernel,
            OpenClBench.counting(100),
            new Object[] {a, b, round},
            new Use(a, 0, 100, 0, 100),
            new Use(b, 0, 100, 0, 0));
        for (int i = 0; i < 100; i++) {
          Sum.body(i, expected, b, round);
        }
      }
      machine.coherence.reads(a);
      assertThat(a).isEqualTo(expected);
    }
  }

  @Test
  void aStepThatTheDeviceRefusesEndsTheRunWithTheLoopsName() throws Exception {
    double[] a = new double[10];
    double[] b = new double[10];
    RangeKernel kernel = TranslatedKernelTest.kernel(Heat.class, 1, "[D", "[D");
    Machine machine = new Machine(8);
    BuiltKernel built = machine.device.build(kernel);
    machine.loop(
        built,
        kernel,
        OpenClBench.counting(10),
        new Object[] {a, "no array"},
        new Use(a, 0, 0, 0, 10),
        new Use(b, 0, 10, 0, 0));
    assertThatThrownBy(() -> machine.coherence.reads(a))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining(kernel.loop());
    assertThatThrownBy(machine::close).isInstanceOf(ExecutionFailedException.class);
  }
}
