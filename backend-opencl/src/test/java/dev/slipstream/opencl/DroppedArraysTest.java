package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.opencl.ResidentMachine.Use;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.execution.InlineWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobPlacement;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.execution.LaneGroup;
import dev.slipstream.runtime.execution.Lanes;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.lanes.MemoryLanes;
import dev.slipstream.runtime.memory.DirectMemory;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.StepLanes;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Arrays that the program drops as soon as it has read the elements that a loop wrote. */
@Timeout(120)
class DroppedArraysTest {
  /**
   * Stops threads after they have reported the end of a kernel, or of copying its results back to
   * the host, until they may continue.
   */
  private record HeldUp(MemoryLanes lanes, CountDownLatch goOn) implements StepLanes {
    @Override
    public JobPlacement placement(Instruction instruction) {
      return lanes.placement(instruction);
    }

    @Override
    public Lanes<Step> open(HeapArrays heap) {
      Map<LaneGroup, LaneBackend<Step>> groups = new LinkedHashMap<>();
      lanes
          .open(NodeMemory.of(heap, new DirectMemory(Long.MAX_VALUE)))
          .forEach((group, backend) -> groups.put(group, heldUp(backend)));
      return new Lanes<>(new InlineWork<>(job -> {}), groups);
    }

    private LaneBackend<Step> heldUp(LaneBackend<Step> backend) {
      return new LaneBackend<>() {
        @Override
        public void start(Job<Step> job) throws Exception {
          Instruction instruction = job.work().instruction();
          boolean held =
              instruction instanceof Instruction.Kernel
                  || (instruction instanceof Instruction.Copy copy
                      && copy.destination().memory().equals(MemoryId.HEAP));
          backend.start(held ? heldUp(job) : job);
        }

        @Override
        public boolean poll() {
          return backend.poll();
        }

        @Override
        public void hurry() {
          backend.hurry();
        }

        @Override
        public void cancel(Throwable cause) {
          backend.cancel(cause);
        }

        @Override
        public void close() {
          backend.close();
        }
      };
    }

    private Job<Step> heldUp(Job<Step> job) {
      return new Job<>(job.id(), job.kind(), job.predecessors(), job.placement(), job.work()) {
        @Override
        public boolean completed() {
          boolean first = job.completed();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return first;
        }

        @Override
        public boolean completedBeforeNext(long nanosAgo) {
          return completed();
        }

        @Override
        public boolean failed(Throwable cause) {
          return job.failed(cause);
        }
      };
    }
  }

  @Test
  void threadsThatTellTheEndOfAKernelDoNotHoldItsArraysMeanwhile() throws Exception {
    OpenClBench.open().close();
    List<Device> devices = new OpenClBackend().open();
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
    CountDownLatch goOn = new CountDownLatch(1);
    try (ResidentMachine machine =
        new ResidentMachine(
            devices.get(0),
            TraceSink.OFF,
            NodeTopology.UNLIMITED,
            lanes -> new HeldUp(lanes, goOn))) {
      GarbageCollection.untilGone("an array of a kernel", seenAndDropped(machine));
      goOn.countDown();
    } finally {
      goOn.countDown();
      devices.forEach(Device::close);
    }
  }

  private static WeakReference<Object> seenAndDropped(ResidentMachine machine) throws Exception {
    int n = 100;
    int[] a = new int[n];
    short[] b = new short[n];
    b[7] = 3;
    machine.loop(
        ResidentArraysTest.sum(),
        OpenClBench.counting(n),
        new Object[] {a, b, 5},
        Use.updates(a, 0, n),
        Use.reads(b, 0, n));
    machine.coherence.reads(a);
    assertThat(a[7]).isEqualTo(15);
    return new WeakReference<>(a);
  }
}
