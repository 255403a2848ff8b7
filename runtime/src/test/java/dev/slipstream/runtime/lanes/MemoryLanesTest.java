package dev.slipstream.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.coherence.Repetition;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.RefusedLaunchException;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.BufferDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.Work;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests loops on devices without a driver, in the way the runtime submits them. */
class MemoryLanesTest {
  private static final int LENGTH = 500;
  private static final BufferDevice BUFFERS = new BufferDevice("buffers:0");

  private final List<String> refusals = new CopyOnWriteArrayList<>();

  /**
   * A device with three queues, each of which fails in some way.
   *
   * @param closing receives what is called when the device is closed
   * @param freed called when its memory is freed
   */
  private record Choosy(UnaryOperator<DeviceQueue> queues, List<Runnable> closing, Runnable freed)
      implements Device {
    /** Creates a device that refuses every second kernel. */
    Choosy() {
      this(ChoosyQueue::new);
    }

    Choosy(UnaryOperator<DeviceQueue> queues) {
      this(queues, new CopyOnWriteArrayList<>(), () -> {});
    }

    @Override
    public String id() {
      return "choosy:0";
    }

    @Override
    public String description() {
      return "byte buffers";
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
      return BUFFERS.prepare(kernel);
    }

    @Override
    public DeviceMemory open(Runnable whenClosed) {
      closing.add(whenClosed);
      DeviceMemory memory = BUFFERS.open(whenClosed);
      return new DeviceMemory() {
        @Override
        public DeviceBuffer take(long bytes) throws DeviceException {
          return memory.take(bytes);
        }

        @Override
        public void giveBack(DeviceBuffer buffer) {}

        @Override
        public DeviceQueue queue() throws DeviceException {
          return queues.apply(memory.queue());
        }

        @Override
        public void close() {
          freed.run();
        }
      };
    }

    @Override
    public void close() {}
  }

  private static class ChoosyQueue implements DeviceQueue {
    final DeviceQueue all;
    int launches;

    ChoosyQueue(DeviceQueue all) {
      this.all = all;
    }

    @Override
    public void launch(KernelLaunch launch) throws DeviceException {
      if (launches++ % 2 == 1) {
        throw new RefusedLaunchException(
            List.of(launch.launch().space()), new DeviceException("not now"), false);
      }
      all.launch(launch);
    }

    @Override
    public long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException {
      return all.write(to, offset, from);
    }

    @Override
    public long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
      return all.read(from, offset, to);
    }

    @Override
    public void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
        throws DeviceException {
      all.copy(from, source, to, target, bytes);
    }

    @Override
    public void flush() {}

    @Override
    public void await(long copy) throws DeviceException {}

    @Override
    public void forget(long copy) {}

    @Override
    public void await() {}
  }

  /** A queue that reports one failure for each copy, although it has made the copy. */
  private static final class ForgetfulQueue extends ChoosyQueue {
    private boolean failed;

    ForgetfulQueue(DeviceQueue all) {
      super(all);
    }

    @Override
    public void launch(KernelLaunch launch) throws DeviceException {
      all.launch(launch);
    }

    @Override
    public void await(long copy) throws DeviceException {
      failed = !failed;
      if (failed) {
        throw new DeviceException("the copy has ended, or has not") {
          private static final long serialVersionUID = 1L;

          @Override
          public boolean isTransient() {
            return true;
          }
        };
      }
    }
  }

  /** A queue that runs kernels, and reports that it has not. */
  private static final class LyingQueue extends ChoosyQueue {
    LyingQueue(DeviceQueue all) {
      super(all);
    }

    @Override
    public void launch(KernelLaunch launch) throws DeviceException {
      all.launch(launch);
      if (launches++ % 2 == 1) {
        throw RefusedLaunchException.unclear(
            List.of(launch.launch().space()), new DeviceException("not now"));
      }
    }
  }

  /** A queue that runs kernels as late as it may, and refuses some. */
  private static final class LateQueue extends ChoosyQueue {
    private final Deque<KernelLaunch> pending = new ArrayDeque<>();
    private final boolean waitsForAll;
    private final AtomicInteger followed;

    /**
     * @param waitsForAll whether only {@link #await} waits for anything
     * @param followed counts the kernels that are said to be followed
     */
    LateQueue(DeviceQueue all, boolean waitsForAll, AtomicInteger followed) {
      super(all);
      this.waitsForAll = waitsForAll;
      this.followed = followed;
    }

    @Override
    public synchronized void launch(KernelLaunch launch) throws DeviceException {
      if (launches++ % 5 == 4) {
        throw new RefusedLaunchException(
            List.of(launch.launch().space()), new DeviceException("not now"), false);
      }
      pending.add(launch);
      if (launch.followed()) {
        followed.incrementAndGet();
      }
    }

    @Override
    public synchronized void copy(
        DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
        throws DeviceException {
      await();
      super.copy(from, source, to, target, bytes);
    }

    @Override
    public synchronized void await() {
      run(pending.size());
    }

    @Override
    public synchronized void awaitUnfollowed() {
      int covered = 0;
      int number = 0;
      for (KernelLaunch launch : pending) {
        number++;
        covered = launch.followed() || waitsForAll ? covered : number;
      }
      run(covered);
    }

    @Override
    public synchronized boolean awaitsAll() {
      return pending.isEmpty() || !(pending.getLast().followed() || waitsForAll);
    }

    private void run(int count) {
      try {
        for (int k = 0; k < count; k++) {
          all.launch(pending.remove());
        }
      } catch (DeviceException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  /** A queue that fails at its second kernel; then it may also stop responding. */
  private static final class FailingQueue extends ChoosyQueue {
    private final CountDownLatch answers;
    private final CountDownLatch failed;

    FailingQueue(DeviceQueue all, CountDownLatch answers, CountDownLatch failed) {
      super(all);
      this.answers = answers;
      this.failed = failed;
    }

    @Override
    public void launch(KernelLaunch launch) throws DeviceException {
      if (launches++ == 1) {
        failed.countDown();
        throw new DeviceException("broken");
      }
      all.launch(launch);
    }

    @Override
    public long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
      if (failed.getCount() == 0) {
        try {
          answers.await();
        } catch (InterruptedException e) {
          throw new DeviceException("interrupted", e);
        }
      }
      return all.read(from, offset, to);
    }
  }

  /** Leaves a sum on a device that fails at the next kernel, and reads the sum. */
  private static double[] sumOfFailingDevice(CountDownLatch answers) throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    Device device = new Choosy(queue -> new FailingQueue(queue, answers, failed));
    double[] a = new double[LENGTH];
    double[] b = new double[LENGTH];
    double[] sum = new double[LENGTH];
    Arrays.fill(a, 1);
    Arrays.fill(b, 2);
    NodeStream stream = stream(device);
    Coherence coherence = new Coherence(stream);
    submitSum(coherence, stream, device, a, b, sum);
    // This makes it impossible to recompute the sum.
    coherence.writes(a);
    Arrays.fill(a, 7);
    coherence.writes(a);
    submitSum(coherence, stream, device, a, b, new double[LENGTH]);
    // Before that the sum could still be copied back.
    failed.await();
    coherence.reads(sum);
    return sum;
  }

  private static NodeStream stream(Device device) throws DeviceException {
    InstructionOptions options =
        InstructionOptions.of(1, NodeTopology.of(1, false, NodeTopology.UNLIMITED))
            .with(InstructionOptions.Contiguity.WHOLE);
    return new NodeStream(
        new NodeOptions(options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, TraceSink.OFF),
        new MemoryLanes(device, (loop, where, reason) -> {}, new DirectMemory(0)),
        Log.none());
  }

  private static void submitSum(
      Coherence coherence, NodeStream stream, Device device, double[] a, double[] b, double[] sum)
      throws DeviceException {
    RangeKernel kernel = Kernels.add();
    PreparedKernel prepared = device.prepare(kernel);
    Launch launch = Kernels.add(a, b, sum);
    RangeMapper all = new RangeMapper.Fixed(Region.of(Box.of(0, LENGTH)));
    Repetition onHost =
        new Repetition() {
          @Override
          public List<ArrayAccess> accesses() {
            return launch.accesses();
          }

          @Override
          public void run(List<Object> arrays, String reason) {
            double[] first = (double[]) arrays.get(0);
            double[] second = (double[]) arrays.get(1);
            Arrays.setAll((double[]) arrays.get(2), i -> first[i] + second[i]);
          }
        };
    coherence.submit(
        List.of(new LoopArray(a, false), new LoopArray(b, false), new LoopArray(sum, true)),
        nanos -> {},
        Optional.of(onHost),
        buffers -> true,
        buffers ->
            stream.submit(
                kernel.loop(),
                Geometry.of(Box.of(0, LENGTH), Splitting.WHOLE),
                List.of(),
                List.of(
                    new BufferAccess(buffers.apply(a), AccessMode.READ, all),
                    new BufferAccess(buffers.apply(b), AccessMode.READ, all),
                    new BufferAccess(buffers.apply(sum), AccessMode.WRITE, all)),
                List.of(a, b, sum),
                KernelWork.of(device, prepared, kernel, launch, List.of()).orElseThrow()));
  }

  @Test
  void aDeviceThatIsClosedWhileNothingUsesItFreesItsMemoryImmediately() throws Exception {
    List<Runnable> closing = new CopyOnWriteArrayList<>();
    AtomicInteger freed = new AtomicInteger();
    Device device = new Choosy(UnaryOperator.identity(), closing, freed::incrementAndGet);
    try (NodeStream stream = stream(device)) {
      closing.forEach(Runnable::run);
      assertThat(freed).as("the program ends").hasValue(1);
      closing.forEach(Runnable::run);
    }
    assertThat(freed).hasValue(1);
  }

  @Test
  void whatADeviceHoldsIsFetchedWhenAKernelFails() throws Exception {
    assertThat(sumOfFailingDevice(new CountDownLatch(0))).containsOnly(3);
  }

  @Test
  void aDeviceThatAnswersNoMoreIsNotWaitedForWhenAKernelFails() {
    CountDownLatch answers = new CountDownLatch(1);
    try {
      assertThatThrownBy(() -> sumOfFailingDevice(answers))
          .isInstanceOf(SlipstreamException.class)
          .hasMessageContaining("broken");
    } finally {
      answers.countDown();
    }
  }

  /** Adds arrays up in sequence, and requires the results of plain Java. */
  private MemoryLanes requireSums(Device device, long budget) throws DeviceException {
    return requireSums(device, budget, 40, 3);
  }

  /**
   * As the method above.
   *
   * @param apart how far the sum is from its first summand: 0 if it replaces that
   */
  private MemoryLanes requireSums(Device device, long budget, int steps, int apart)
      throws DeviceException {
    double[][] arrays = new double[6][LENGTH];
    double[][] expected = new double[arrays.length][];
    for (int k = 0; k < arrays.length; k++) {
      int first = k;
      Arrays.setAll(arrays[k], i -> first + i);
      expected[k] = arrays[k].clone();
    }
    MemoryLanes lanes =
        new MemoryLanes(
            device, (loop, where, reason) -> refusals.add(where + reason), new DirectMemory(0));
    InstructionOptions options =
        InstructionOptions.of(1, NodeTopology.of(1, false, budget))
            .with(InstructionOptions.Contiguity.BUFFER);
    RangeKernel kernel = Kernels.add();
    PreparedKernel prepared = device.prepare(kernel);
    try (NodeStream stream =
        new NodeStream(
            new NodeOptions(options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, TraceSink.OFF),
            lanes,
            Log.none())) {
      Coherence coherence = new Coherence(stream);
      for (int step = 0; step < steps; step++) {
        double[] a = arrays[step % 6];
        double[] b = arrays[(step + 1) % 6];
        double[] sum = arrays[(step + apart) % 6];
        for (int i = 0; i < LENGTH; i++) {
          expected[(step + apart) % 6][i] = expected[step % 6][i] + expected[(step + 1) % 6][i];
        }
        Launch launch = Kernels.add(a, b, sum);
        coherence.submit(
            List.of(new LoopArray(a, false), new LoopArray(b, false), new LoopArray(sum, true)),
            buffers -> {
              Work work = KernelWork.of(device, prepared, kernel, launch, List.of()).orElseThrow();
              RangeMapper all = new RangeMapper.Fixed(Region.of(Box.of(0, LENGTH)));
              stream.submit(
                  kernel.loop(),
                  Geometry.of(Box.of(0, LENGTH), Splitting.WHOLE),
                  List.of(
                      new BufferAccess(
                          buffers.apply(a),
                          a == sum ? AccessMode.READ_WRITE : AccessMode.READ,
                          all),
                      new BufferAccess(buffers.apply(b), AccessMode.READ, all),
                      new BufferAccess(
                          buffers.apply(sum),
                          a == sum ? AccessMode.READ_WRITE : AccessMode.WRITE,
                          all)),
                  List.of(a, b, sum),
                  work);
              return work;
            });
      }
      for (double[] array : arrays) {
        coherence.reads(array);
      }
    }
    assertThat(arrays).isDeepEqualTo(expected);
    return lanes;
  }

  @Test
  void aKernelIsCompleteOnlyWhenAWaitHasCoveredIt() throws Exception {
    AtomicInteger followed = new AtomicInteger();
    Device device = new Choosy(queue -> new LateQueue(queue, false, followed));
    for (int apart : new int[] {0, 3}) {
      requireSums(device, NodeTopology.UNLIMITED, 2_000, apart);
    }
    assertThat(followed).as("kernels that were known to be followed").hasPositiveValue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCopyOfAResultInTheMiddleOfManyLoopsHasTheResult(boolean waitsForAll) throws Exception {
    Device device = new Choosy(queue -> new LateQueue(queue, waitsForAll, new AtomicInteger()));
    double[][] arrays = new double[3][LENGTH];
    Arrays.fill(arrays[0], 1);
    Arrays.fill(arrays[1], 1);
    List<CompletableFuture<Object>> copies = new ArrayList<>();
    List<Double> expected = new ArrayList<>();
    HostArrays hosts = new HostArrays(length -> {}, Log.none());
    try (NodeStream stream = stream(device)) {
      hosts.connect(stream, List.of());
      double[] values = {1, 1, 0};
      for (int step = 0; step < 1_000; step++) {
        int to = (step + 2) % 3;
        values[to] = values[step % 3] + values[(step + 1) % 3];
        double[] sum = arrays[to];
        submitSum(hosts.coherence(), stream, device, arrays[step % 3], arrays[(step + 1) % 3], sum);
        if (step % 3 == 1) {
          copies.add(hosts.snapshot(sum, 0, LENGTH));
          expected.add(values[to]);
        }
      }
      for (int copy = 0; copy < copies.size(); copy++) {
        assertThat((double[]) copies.get(copy).get(60, TimeUnit.SECONDS))
            .as("copy " + copy)
            .containsOnly(expected.get(copy));
      }
    }
  }

  @Test
  void aDeviceThatDoesOneThingAtATimeRunsLoops() throws Exception {
    MemoryLanes lanes = requireSums(BUFFERS, NodeTopology.UNLIMITED);
    assertThat(refusals).isEmpty();
    // The other arrays are written before they are read.
    assertThat(lanes.bytesIn()).isEqualTo(3L * LENGTH * Double.BYTES);
  }

  @Test
  void whatADeviceRefusesTheHostRunsAtItsPlace() throws Exception {
    requireSums(new Choosy(), NodeTopology.UNLIMITED);
    assertThat(refusals).hasSize(20).containsOnly("choosy:0not now");
  }

  @Test
  void aCopyThatFailsOnceIsMadeAgain() throws Exception {
    requireSums(new Choosy(ForgetfulQueue::new), NodeTopology.UNLIMITED);
    assertThat(refusals).isEmpty();
  }

  @Test
  void whatMayHaveRunOnADeviceTheHostRunsAgainIfItDoesNotReadWhatItWrites() throws Exception {
    requireSums(new Choosy(LyingQueue::new), NodeTopology.UNLIMITED);
    assertThat(refusals).hasSize(20);
  }

  @Test
  void whatMayHaveRunOnADeviceIsNotRunAgainOnWhatItHasChanged() {
    assertThatThrownBy(() -> requireSums(new Choosy(LyingQueue::new), NodeTopology.UNLIMITED, 2, 0))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining("not now, and it may have run nevertheless");
    assertThat(refusals).isEmpty();
  }

  @Test
  void whatDoesNotFitWaitsInHostMemory() throws Exception {
    MemoryLanes lanes = requireSums(new Choosy(), 4L * LENGTH * Double.BYTES);
    assertThat(lanes.bytesOut()).isGreaterThan(6L * LENGTH * Double.BYTES);
  }
}
