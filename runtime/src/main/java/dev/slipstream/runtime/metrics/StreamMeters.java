package dev.slipstream.runtime.metrics;

import dev.slipstream.runtime.execution.Assignment;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.Lane;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.instruction.Traffic;
import dev.slipstream.runtime.task.LoopTask;
import dev.slipstream.runtime.task.SubmissionWindow;
import dev.slipstream.runtime.task.Task;
import dev.slipstream.runtime.task.TaskId;
import dev.slipstream.runtime.task.TaskListener;
import dev.slipstream.runtime.task.WorkTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Counts what becomes of one stream of tasks: it hears tasks and the window on the submitting
 * thread, and jobs on the executor thread.
 */
public final class StreamMeters implements TaskListener {
  /** A horizon or epoch, and how many tasks of the stream come before it. */
  private record Mark(TaskId task, long before) {}

  private final GraphMeters.Meters meters;
  private final List<String> devices;
  private final ToLongFunction<Buffer> elementBytes;
  private final Queue<Mark> marks = new ConcurrentLinkedQueue<>();

  /** Belongs to the submitting thread. */
  private long submitted;

  /** Belongs to the executor thread, as what {@link Jobs} has. */
  private long executed;

  StreamMeters(
      GraphMeters.Meters meters, List<String> devices, ToLongFunction<Buffer> elementBytes) {
    this.meters = meters;
    this.devices = List.copyOf(devices);
    this.elementBytes = elementBytes;
  }

  @Override
  public void submitted(Task task) {
    if (task instanceof WorkTask) {
      submitted++;
      meters.submitted.increment();
      if (task instanceof LoopTask) {
        meters.loops.increment();
      }
    } else {
      marks.add(new Mark(task.id(), submitted));
    }
  }

  /**
   * Returns a window that answers as another one does, and counts.
   *
   * @param window the window
   * @return the counting window
   */
  public SubmissionWindow around(SubmissionWindow window) {
    return new SubmissionWindow() {
      @Override
      public boolean isFull(Fill fill) {
        meters.fill.is(fill);
        return window.isFull(fill);
      }

      @Override
      public Optional<TaskId> nextReached() {
        return window.nextReached();
      }

      @Override
      public TaskId awaitReached(Fill fill) {
        long start = System.nanoTime();
        try {
          return window.awaitReached(fill);
        } finally {
          meters.fill.waited(System.nanoTime() - start);
        }
      }
    };
  }

  /**
   * Returns a sink that counts jobs.
   *
   * @param instruction tells what a job does from its work
   * @return the sink
   */
  public TraceSink sink(Function<Object, Instruction> instruction) {
    return new Jobs(instruction);
  }

  private final class Jobs implements TraceSink {
    private final Function<Object, Instruction> instruction;
    private final Map<JobId, Long> kernelsSince = new HashMap<>();

    Jobs(Function<Object, Instruction> instruction) {
      this.instruction = instruction;
    }

    @Override
    public void submitted(Job<?> job, long nanos) {
      // It counts when it is over.
    }

    @Override
    public void issued(Assignment<?> assignment, long nanos) {
      Job<?> job = assignment.job();
      if (instruction.apply(job.work()) instanceof Instruction.Kernel) {
        kernelsSince.put(job.id(), nanos);
      }
    }

    @Override
    public void completed(Job<?> job, Optional<Lane> lane, long nanos) {
      Instruction done = instruction.apply(job.work());
      Traffic traffic = Traffic.of(done, elementBytes);
      if (!traffic.equals(Traffic.NONE)) {
        meters.traffic.moved(traffic);
      }
      if (done instanceof Instruction.Kernel kernel) {
        Long since = kernelsSince.remove(job.id());
        meters.ran(
            kernel.task().name(), device(kernel.device()), since == null ? 0 : nanos - since);
      } else if (done instanceof Instruction.Allocate allocate) {
        changed(allocate.allocation(), allocate.bytes());
      } else if (done instanceof Instruction.Free free) {
        Allocation allocation = free.allocation();
        changed(
            allocation, -elementBytes.applyAsLong(allocation.buffer()) * allocation.box().area());
      } else if (done instanceof Instruction.Horizon horizon) {
        reached(horizon.task().id());
      } else if (done instanceof Instruction.Epoch epoch) {
        reached(epoch.task().id());
      }
    }

    private void changed(Allocation allocation, long bytes) {
      MemoryId memory = allocation.memory();
      boolean device = memory.isDevice();
      String name =
          device ? device(memory.number() - MemoryId.ofDevice(0).number()) : memory.toString();
      meters.allocated(name, device, bytes);
    }

    private String device(int index) {
      return index < devices.size() ? devices.get(index) : MemoryId.ofDevice(index).toString();
    }

    private void reached(TaskId task) {
      Mark mark = marks.poll();
      while (mark != null) {
        meters.executed.increment((double) (mark.before() - executed));
        executed = mark.before();
        mark = mark.task().number() < task.number() ? marks.poll() : null;
      }
    }
  }
}
