package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.JobId;
import dev.slipstream.runtime.execution.Lane;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of one stream of tasks. The submitting thread reports tasks and the window; the
 * executor thread reports jobs.
 */
public final class StreamMeters {
  /** A horizon or epoch, and how many tasks of the stream come before it. */
  private record Mark(TaskId task, long before) {}

  private final GraphMeters meters;
  private final List<String> devices;
  private final Queue<Mark> marks = new ConcurrentLinkedQueue<>();

  /** Used by the submitting thread alone. */
  private long submitted;

  /** Used by the executor thread alone, like the fields of {@link Jobs}. */
  private long executed;

  StreamMeters(GraphMeters meters, List<String> devices) {
    this.meters = meters;
    this.devices = List.copyOf(devices);
  }

  /**
   * Sets an action that has to run before sums are read, because threads that wait for jobs may go
   * on before these are counted.
   *
   * @param isOver whether the stream is over: everything is counted, and the action may be
   *     forgotten
   */
  public void countedAfter(BooleanSupplier isOver, Runnable catchUp) {
    meters.countedAfter(isOver, catchUp);
  }

  /** A task was submitted, or a horizon or epoch was created. */
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

  /** Records how much is pending. */
  public void pending(SubmissionWindow.Fill fill) {
    meters.pending(fill);
  }

  /** The submitting thread has waited for some nanoseconds because too much was pending. */
  public void waited(long nanos) {
    meters.waited(nanos);
  }

  /**
   * Returns a sink that counts jobs.
   *
   * @param instruction returns the instruction of a job's work
   * @return the sink
   */
  public TraceSink sink(Function<Object, Instruction> instruction) {
    return new Jobs(instruction);
  }

  private final class Jobs implements TraceSink {
    private final Function<Object, Instruction> instruction;
    private final Map<JobId, Long> kernelsSince = new HashMap<>();
    private final Map<Integer, Long> lastKernel = new HashMap<>();
    private final Map<Lane, Long> lastEnd = new HashMap<>();

    /** For each buffer, the bytes that were copied to devices and that no kernel has used yet. */
    private final Map<Buffer, Long> arrived = new HashMap<>();

    /** For each buffer, the loop and device that have last written to it. */
    private final Map<Buffer, GraphMeters.Kernels> writers = new HashMap<>();

    Jobs(Function<Object, Instruction> instruction) {
      this.instruction = instruction;
    }

    @Override
    public void issued(Job<?> job, long nanos) {
      if (instruction.apply(job.work()) instanceof Instruction.Kernel) {
        kernelsSince.put(job.id(), nanos);
      }
    }

    @Override
    public void completed(Job<?> job, long nanos) {
      Optional<Lane> lane = job.lane();
      Instruction done = instruction.apply(job.work());
      Traffic traffic = Traffic.of(done);
      if (!traffic.equals(Traffic.NONE)) {
        meters.moved(traffic);
      }
      if (done instanceof Instruction.Copy copy) {
        copied(copy.source().buffer(), traffic);
      }
      if (done instanceof Instruction.Kernel kernel) {
        long free = lane.isPresent() ? lastEnd.getOrDefault(lane.get(), 0L) : 0;
        ran(kernel, kernelsSince.remove(job.id()), free, nanos);
      } else if (done instanceof Instruction.Allocate allocate) {
        changed(allocate.allocation(), allocate.bytes());
      } else if (done instanceof Instruction.Free free) {
        arrived.remove(free.allocation().buffer());
        writers.remove(free.allocation().buffer());
        Allocation freed = free.allocation();
        changed(freed, -freed.buffer().bytes(freed.box().area()));
      } else if (done instanceof Instruction.Mark mark) {
        reached(mark.task().id());
      }
      if (lane.isPresent()) {
        lastEnd.put(lane.get(), Math.max(nanos, lastEnd.getOrDefault(lane.get(), nanos)));
      }
    }

    private void copied(Buffer buffer, Traffic traffic) {
      if (traffic.uploaded() > 0) {
        arrived.put(buffer, arrived.getOrDefault(buffer, 0L) + traffic.uploaded());
      }
      GraphMeters.Kernels writer = writers.get(buffer);
      if (traffic.downloaded() > 0 && writer != null) {
        writer.bytesOut().add(traffic.downloaded());
      }
    }

    private void ran(Instruction.Kernel kernel, @Nullable Long since, long laneFree, long nanos) {
      GraphMeters.Kernels counted = meters.kernels(kernel.task().name(), device(kernel.device()));
      // In-order queues accept kernels long before they run.
      long free = Math.max(laneFree, lastKernel.getOrDefault(kernel.device(), 0L));
      counted.busy().add(since == null ? 0 : Math.max(0, nanos - Math.max(since, free)));
      long last = lastKernel.getOrDefault(kernel.device(), nanos);
      lastKernel.put(kernel.device(), Math.max(nanos, last));
      for (Binding binding : kernel.bindings()) {
        Buffer buffer = binding.access().buffer();
        Long bytes = arrived.remove(buffer);
        if (bytes != null) {
          counted.bytesIn().add(bytes);
        }
        if (binding.access().mode().produces()) {
          writers.put(buffer, counted);
        }
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
        meters.executed.add(mark.before() - executed);
        executed = mark.before();
        mark = mark.task().number() < task.number() ? marks.poll() : null;
      }
    }
  }
}
