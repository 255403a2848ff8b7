package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

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
import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BytecodeTranslator;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.RowKernels;
import dev.slipstream.runtime.fixture.RowLaunches;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.NodeLanes;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loops that two devices share, half each; here both are the same device, opened twice. */
class SharedLoopsTest {
  private final List<OpenClDevice> devices = new ArrayList<>();
  private final List<MemoryLanes> lanes = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    OpenClBench.open().close();
    List<DeviceFacts> all = DeviceDiscovery.devices();
    assumeFalse(all.isEmpty(), "there is no OpenCL device");
    for (int place = 0; place < 2; place++) {
      devices.add(
          new OpenClDevice(
              "opencl:" + place,
              all.get(Math.min(place, all.size() - 1)),
              new BytecodeTranslator(),
              FaultInjection.NONE,
              DeviceEnvironment.withoutCache(Log.none())));
      lanes.add(
          new MemoryLanes(devices.get(place), (loop, device, reason) -> {}, new DirectMemory(0)));
    }
  }

  @AfterEach
  void close() {
    devices.forEach(OpenClDevice::close);
  }

  private NodeStream stream() {
    InstructionOptions options =
        InstructionOptions.of(1, NodeTopology.of(2, true))
            .with(InstructionOptions.Contiguity.BUFFER);
    return new NodeStream(
        new NodeOptions(options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, TraceSink.OFF),
        new NodeLanes(lanes, new DirectMemory(0)),
        Log.none());
  }

  /** A kernel on both devices. */
  private record Everywhere(List<PreparedKernel> prepared, RangeKernel source) {}

  private Work work(Everywhere kernels, Launch launch, List<Integer> loops) {
    List<Work> byPlace = new ArrayList<>();
    for (int place = 0; place < 2; place++) {
      byPlace.add(
          KernelWork.of(
                  devices.get(place), kernels.prepared.get(place), kernels.source, launch, loops)
              .orElseThrow());
    }
    return new DeviceWork(byPlace);
  }

  private Everywhere prepare(RangeKernel kernel) throws Exception {
    return new Everywhere(
        List.of(devices.get(0).prepare(kernel), devices.get(1).prepare(kernel)), kernel);
  }

  @Test
  void theHalvesOfAStencilExchangeTheirBordersOnly() throws Exception {
    int n = 1002;
    int steps = 50;
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    Arrays.setAll(from, i -> from[i] + Math.sin(i));
    to[n - 1] = from[n - 1];
    double[] plain = ResidentArraysTest.plainSteps(from.clone(), to.clone(), steps);
    Everywhere kernels =
        prepare(TranslatedKernelTest.kernel(ResidentArraysTest.Heat.class, 1, "[D", "[D"));
    double[] old = from;
    double[] next = to;
    try (NodeStream stream = stream()) {
      Coherence coherence = new Coherence(stream);
      for (int step = 0; step < steps; step++) {
        Launch launch =
            new Launch(
                new IterationSpace(new int[] {1}, new int[] {1}, new int[] {n - 2}),
                new Object[] {next, old},
                List.of(
                    new ArrayAccess(0, 0, 0, 1, n - 1, true),
                    new ArrayAccess(1, 0, n, 0, 0, false)));
        double[] source = old;
        double[] target = next;
        coherence.submit(
            List.of(new LoopArray(target, true), new LoopArray(source, false)),
            buffers -> {
              stream.submit(
                  "Test.test:1",
                  Geometry.of(Box.of(0, n - 2), Splitting.ROWS),
                  List.of(
                      new BufferAccess(buffers.apply(target), AccessMode.WRITE, shifted(1, 1)),
                      new BufferAccess(buffers.apply(source), AccessMode.READ, shifted(0, 2))),
                  List.of(target, source),
                  work(kernels, launch, List.of(0)));
              return launch;
            });
        old = target;
        next = source;
      }
      coherence.reads(old);
      assertThat(old).isEqualTo(plain);
      // In each step but the first each device needs one element that the other has written.
      assertThat(lanes.get(0).bytesToPeers()).isEqualTo(8L * (steps - 1));
      assertThat(lanes.get(1).bytesToPeers()).isEqualTo(8L * (steps - 1));
      assertThat(lanes.get(0).bytesIn() + lanes.get(1).bytesIn()).isLessThan(8L * (n + 20));
      assertThat(lanes.get(0).bytesOut() + lanes.get(1).bytesOut()).isEqualTo(8L * (n - 2));
    }
  }

  @Test
  void rowsAreDividedAmongDevices() throws Exception {
    int height = 42;
    int width = 25;
    int steps = 20;
    double[][] from = new double[height][width];
    for (int i = 0; i < height; i++) {
      int row = i;
      Arrays.setAll(from[i], j -> Math.cos(row + 3 * j));
    }
    double[][] to = Arrays.stream(from).map(double[]::clone).toArray(double[][]::new);
    double[][] plain =
        RowLaunches.plainHeat(
            Arrays.stream(from).map(double[]::clone).toArray(double[][]::new), steps);
    Everywhere kernels =
        prepare(TranslatedKernelTest.kernel(RowKernels.Heat.class, 2, "[[D", "[[D", "D"));
    double[][] old = from;
    double[][] next = to;
    try (NodeStream stream = stream()) {
      Coherence coherence = new Coherence(stream);
      for (int step = 0; step < steps; step++) {
        double[][] source = old;
        double[][] target = next;
        coherence.submit(
            List.of(new LoopArray(target, true), new LoopArray(source, false)),
            buffers -> {
              Object seenSource = buffers.view(source);
              Object seenTarget = buffers.view(target);
              Launch launch =
                  new Launch(
                      new IterationSpace(
                          new int[] {1, 1}, new int[] {1, 1}, new int[] {height - 2, width - 2}),
                      new Object[] {seenSource, seenTarget, 0.1},
                      List.of(
                          new ArrayAccess(0, 0, height, 0, 0, false),
                          new ArrayAccess(1, 0, 0, 1, height - 1, false)));
              stream.submit(
                  "Test.test:1",
                  Geometry.of(Box.of(0, height - 2, 0, width - 2), Splitting.ROWS),
                  List.of(
                      new BufferAccess(buffers.apply(source), AccessMode.READ, shifted(0, 2)),
                      new BufferAccess(
                          buffers.apply(target), AccessMode.READ_WRITE, shifted(1, 1))),
                  List.of(seenSource, seenTarget),
                  work(kernels, launch, List.of(0, 1)));
              return launch;
            });
        old = target;
        next = source;
      }
      coherence.reads(old);
      assertThat(old).isDeepEqualTo(plain);
      assertThat(lanes.get(0).bytesToPeers()).isEqualTo(8L * width * (steps - 1));
      assertThat(lanes.get(1).bytesToPeers()).isEqualTo(8L * width * (steps - 1));
      assertThat(lanes.get(0).bytesOut() + lanes.get(1).bytesOut())
          .isEqualTo(8L * width * (height - 2));
    }
  }

  /** Iteration i accesses elements from i + {@code low} to i + {@code high}. */
  private static RangeMapper shifted(int low, int high) {
    return (chunk, domain) ->
        Region.of(Box.of(chunk.box().min0() + low, chunk.box().max0() + high));
  }

  @Test
  void theInnerLoopOfANestIsDividedWhereTheTaskSaysSo() throws Exception {
    int height = 33;
    int width = 64;
    int[] transposed = new int[width * height];
    int[] source = new int[height * width];
    Arrays.setAll(source, i -> 7 * i);
    Everywhere kernels =
        prepare(TranslatedKernelTest.kernel(Transposing.class, 2, "[I", "[I", "I", "I"));
    try (NodeStream stream = stream()) {
      Coherence coherence = new Coherence(stream);
      Launch launch =
          new Launch(
              new IterationSpace(new int[] {0, 0}, new int[] {1, 1}, new int[] {height, width}),
              new Object[] {transposed, source, height, width},
              List.of(
                  new ArrayAccess(0, 0, 0, 0, transposed.length, true),
                  new ArrayAccess(1, 0, source.length, 0, 0, false)));
      coherence.submit(
          List.of(new LoopArray(transposed, true), new LoopArray(source, false)),
          buffers -> {
            stream.submit(
                "Test.test:1",
                Geometry.of(Box.of(0, width, 0, height), Splitting.ROWS),
                List.of(
                    new BufferAccess(
                        buffers.apply(transposed),
                        AccessMode.WRITE,
                        (chunk, domain) ->
                            Region.of(
                                Box.of(chunk.box().min0() * height, chunk.box().max0() * height))),
                    new BufferAccess(
                        buffers.apply(source),
                        AccessMode.READ,
                        (chunk, domain) -> Region.of(domain))),
                List.of(transposed, source),
                work(kernels, launch, List.of(1, 0)));
            return launch;
          });
      coherence.reads(transposed);
    }
    for (int i = 0; i < height; i++) {
      for (int j = 0; j < width; j++) {
        assertThat(transposed[j * height + i]).isEqualTo(7 * (i * width + j));
      }
    }
    assertThat(lanes.get(0).bytesOut()).isEqualTo(4L * height * width / 2);
    assertThat(lanes.get(1).bytesOut()).isEqualTo(4L * height * width / 2);
  }

  /** The columns of a matrix as rows. */
  static final class Transposing {
    public static void body(int i, int j, int[] to, int[] from, int height, int width) {
      to[j * height + i] = from[i * width + j];
    }
  }
}
