package dev.slipstream.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.BufferDevice;
import dev.slipstream.runtime.fixture.Kernels;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.NodeStream;
import dev.slipstream.runtime.scheduling.Step;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Failures of a device that does one thing at a time, which still answers afterwards. */
class SerialLossTest {
  private static final int LENGTH = 500;
  private static final RangeKernel ADD = Kernels.add();
  private static final RangeMapper ALL = new RangeMapper.Fixed(Region.of(Box.of(0, LENGTH)));

  /** A way to run kernels. */
  private interface Launching {
    /**
     * Runs some kernels.
     *
     * @param all the device that runs them
     * @return how many were run
     */
    int some(SerialQueue all, List<KernelLaunch> waiting) throws DeviceException;
  }

  /** A device whose kernels are run in some way. */
  private record Serial(BufferDevice below, Launching launching, Duration pause) implements Device {
    @Override
    public String id() {
      return below.id();
    }

    @Override
    public String description() {
      return below.description();
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
      return below.prepare(kernel);
    }

    @Override
    public DeviceMemory open(Runnable whenClosed) {
      return new Memory(below.open(whenClosed), launching, pause);
    }

    @Override
    public void close() {}
  }

  /** The memory of such a device, and its queue. */
  private record Memory(DeviceMemory below, Launching launching, Duration pause)
      implements DeviceMemory, SerialQueue {
    private SerialQueue all() {
      return (SerialQueue) below;
    }

    @Override
    public DeviceBuffer take(long bytes) throws DeviceException {
      return below.take(bytes);
    }

    @Override
    public void giveBack(DeviceBuffer buffer) throws DeviceException {
      below.giveBack(buffer);
    }

    @Override
    public DeviceQueue queue() {
      return this;
    }

    @Override
    public long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException {
      return all().write(to, offset, from);
    }

    @Override
    public long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
      try {
        Thread.sleep(pause.toMillis());
      } catch (InterruptedException e) {
        throw new DeviceException("interrupted", e);
      }
      return all().read(from, offset, to);
    }

    @Override
    public int most() {
      return 4;
    }

    @Override
    public int launchSome(List<KernelLaunch> waiting) throws DeviceException {
      return launching.some(all(), waiting);
    }

    @Override
    public void close() {}
  }

  /** Counts down for each kernel that is handed to the device. */
  private record Issued(CountDownLatch kernels) implements TraceSink {
    @Override
    public void submitted(Job<?> job, long nanos) {}

    @Override
    public void issued(Job<?> job, long nanos) {
      if (((Step) job.work()).instruction() instanceof Instruction.Kernel) {
        kernels.countDown();
      }
    }

    @Override
    public void completed(Job<?> job, long nanos) {}
  }

  /** Submits sums to a device. */
  private static final class Sums {
    private final Device device;
    private final NodeStream stream;
    private final PreparedKernel prepared;
    final Coherence coherence;

    Sums(Launching launching, TraceSink trace) throws DeviceException {
      this(launching, trace, Duration.ZERO);
    }

    /**
     * @param pause how much longer than usual copies take
     */
    Sums(Launching launching, TraceSink trace, Duration pause) throws DeviceException {
      this.device = new Serial(new BufferDevice("buffers:0"), launching, pause);
      this.prepared = device.prepare(ADD);
      InstructionOptions options =
          InstructionOptions.of(1, NodeTopology.of(1, false, NodeTopology.UNLIMITED))
              .with(InstructionOptions.Contiguity.WHOLE);
      this.stream =
          new NodeStream(
              new NodeOptions(options, StepHorizons.USUAL, 4, ExecutorOptions.USUAL, trace),
              new MemoryLanes(device, (loop, where, reason) -> {}, new DirectMemory(0)),
              Log.none());
      this.coherence = new Coherence(stream);
    }

    void add(double[] a, double[] b, double[] sum) {
      Launch launch = Kernels.add(a, b, sum);
      Repetition onHost =
          new Repetition() {
            @Override
            public List<ArrayAccess> accesses() {
              return launch.accesses();
            }

            @Override
            public void run(List<Object> arrays, String reason) {
              double[] first = (double[]) arrays.get(0);
              double[] second = (double[]) arrays.get(arrays.size() - 2);
              double[] result = (double[]) arrays.get(arrays.size() - 1);
              double[] before = a == sum ? result : first;
              Arrays.setAll(result, i -> before[i] + second[i]);
            }
          };
      boolean inPlace = a == sum;
      AtomicReference<ExecutionFailedException> failure = new AtomicReference<>();
      coherence.submit(
          inPlace
              ? List.of(new LoopArray(b, false), new LoopArray(sum, true))
              : List.of(new LoopArray(a, false), new LoopArray(b, false), new LoopArray(sum, true)),
          nanos -> {},
          Optional.of(
              inPlace
                  ? new Repetition() {
                    @Override
                    public List<ArrayAccess> accesses() {
                      return List.of(
                          new ArrayAccess(1, 0, LENGTH, 0, 0, false),
                          new ArrayAccess(2, 0, LENGTH, 0, LENGTH, true));
                    }

                    @Override
                    public void run(List<Object> arrays, String reason) throws Exception {
                      onHost.run(arrays, reason);
                    }
                  }
                  : onHost),
          buffers -> true,
          buffers -> {
            BufferAccess second = new BufferAccess(buffers.apply(b), AccessMode.READ, ALL);
            BufferAccess result =
                new BufferAccess(
                    buffers.apply(sum), inPlace ? AccessMode.READ_WRITE : AccessMode.WRITE, ALL);
            try {
              stream.submit(
                  ADD.loop(),
                  Geometry.of(Box.of(0, LENGTH), Splitting.WHOLE),
                  List.of(),
                  inPlace
                      ? List.of(second, result)
                      : List.of(
                          new BufferAccess(buffers.apply(a), AccessMode.READ, ALL), second, result),
                  List.of(a, b, sum),
                  work(launch));
            } catch (ExecutionFailedException failed) {
              // It may have run already: it counts as submitted, and is run again with the rest.
              failure.set(failed);
            }
            return sum;
          });
      if (failure.get() != null) {
        coherence.fails(failure.get());
      }
    }

    private KernelWork work(Launch launch) {
      return (KernelWork) KernelWork.of(device, prepared, ADD, launch, List.of()).orElseThrow();
    }
  }

  private static double[] of(double value) {
    double[] array = new double[LENGTH];
    Arrays.fill(array, value);
    return array;
  }

  @Test
  void whatADeviceHoldsIsFetchedWhenAKernelFails() throws Exception {
    requireFetched(Duration.ZERO);
  }

  @Test
  void aDeviceThatCompilesWhatCopiesIsWaitedFor() throws Exception {
    requireFetched(Duration.ofMillis(1500));
  }

  private static void requireFetched(Duration pause) throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    double[] a = of(1);
    double[] b = of(2);
    double[] sum = of(0);
    double[] other = of(0);
    Sums sums =
        new Sums(
            (all, waiting) -> {
              if (result(waiting.get(0)) == other) {
                failed.countDown();
                throw new DeviceException("broken");
              }
              return all.launchSome(waiting);
            },
            TraceSink.OFF,
            pause);
    sums.add(a, b, sum);
    sums.add(sum, b, sum);
    // This makes it impossible to compute the first sum again.
    sums.coherence.writes(a);
    Arrays.fill(a, 7);
    sums.add(a, b, other);
    failed.await();

    sums.coherence.reads(sum);
    sums.coherence.reads(other);
    assertThat(sum).containsOnly(5);
    assertThat(other).containsOnly(9);
  }

  @Test
  void whatAFailedKernelMayHaveChangedIsNotFetchedButComputedAgain() throws Exception {
    Sums sums =
        new Sums(
            (all, waiting) -> {
              int done = all.launchSome(waiting);
              if (isInPlace(waiting.get(0))) {
                throw new DeviceException("broken");
              }
              return done;
            },
            TraceSink.OFF);
    double[] a = of(1);
    double[] b = of(2);
    double[] sum = of(0);
    double[] kept = of(0);
    sums.add(a, b, sum);
    sums.add(a, b, kept);
    sums.coherence.writes(a);
    Arrays.fill(a, 7);
    sums.add(sum, b, sum);

    sums.coherence.reads(sum);
    sums.coherence.reads(kept);
    assertThat(sum).containsOnly(5);
    assertThat(kept).containsOnly(3);
  }

  @Test
  void whatKernelsThatRanTogetherMayHaveChangedIsComputedAgainWhenTheyFail() throws Exception {
    // The last kernel needs what both kernels in place write, so that these wait in the lane when
    // it is issued. They need what the kernel before them writes.
    CountDownLatch issued = new CountDownLatch(7);
    double[] a = of(1);
    double[] b = of(2);
    double[] first = of(0);
    double[] second = of(0);
    double[] kept = of(0);
    double[] next = of(0);
    Sums sums =
        new Sums(
            (all, waiting) -> {
              if (result(waiting.get(0)) == next) {
                await(issued);
              }
              int done = all.launchSome(waiting.subList(0, 1));
              if (isInPlace(waiting.get(0))) {
                all.launchSome(waiting.subList(1, 2));
                throw new DeviceException("broken");
              }
              return done;
            },
            new Issued(issued));
    sums.add(a, b, first);
    sums.add(a, b, second);
    sums.add(a, b, kept);
    sums.coherence.writes(a);
    Arrays.fill(a, 7);
    sums.add(kept, b, next);
    sums.add(first, next, first);
    sums.add(second, next, second);
    sums.add(first, second, of(0));

    for (double[] array : List.of(second, first, kept, next)) {
      sums.coherence.reads(array);
    }
    assertThat(first).containsOnly(8);
    assertThat(second).containsOnly(8);
    assertThat(kept).containsOnly(3);
    assertThat(next).containsOnly(5);
  }

  private static Object result(KernelLaunch launch) {
    return launch.launch().arguments()[2];
  }

  private static boolean isInPlace(KernelLaunch launch) {
    return launch.launch().arguments()[0] == result(launch);
  }

  private static void await(CountDownLatch latch) throws DeviceException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new DeviceException("interrupted", e);
    }
  }
}
