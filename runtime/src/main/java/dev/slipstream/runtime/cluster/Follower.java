package dev.slipstream.runtime.cluster;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.wire.WireForm;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.ExecutorOptions;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.lanes.UnpreparedKernel;
import dev.slipstream.runtime.membership.LaunchedRank;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.network.Network;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.KernelTimes;
import dev.slipstream.runtime.scheduling.NodeOptions;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.TaskPipeline;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * A node that follows the one that runs the program. It receives the stream of tasks, runs its part
 * of each loop on its device, and exchanges elements directly with the other nodes. It never loads
 * a class of the program. One thread runs it; others only queue events.
 */
public final class Follower implements Network.Listener {
  private static final NodeId FIRST = new NodeId(0);

  /** The run has ended successfully. */
  public static final Outcome ENDED = new Outcome(0, 0, 0);

  /** The run has failed. */
  public static final Outcome FAILED = new Outcome(1, 0, 0);

  /**
   * How following has ended.
   *
   * @param code the exit code of the process
   * @param rank the rank in another group that continues
   * @param size the number of nodes of that group; 0 if there is none
   */
  public record Outcome(int code, int rank, int size) {
    /** Whether another group continues. */
    public boolean goesOn() {
      return size > 0;
    }
  }

  private final Device device;
  private final Log log;
  private final Network network;
  private final TaskPipeline pipeline;
  private final HeapArrays heap = new HeapArrays();
  private final PartTimes times = new PartTimes();
  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final List<RangeKernel> kernels = new ArrayList<>();
  private final Map<RangeKernel, PreparedKernel> prepared = new HashMap<>();
  private final Map<Long, Buffer> buffers = new HashMap<>();

  /** The forms of arrays that were not needed yet. */
  private final Map<BufferId, byte[]> shapes = new HashMap<>();

  private long kernelsRun;
  private Optional<Outcome> outcome = Optional.empty();

  /**
   * Creates a follower that has not received anything.
   *
   * @param communicator communicates with the other nodes; closed at the end
   * @param device runs its parts of loops
   * @param bytes how many bytes of the device may be allocated at the same time
   * @param memory allocates host memory
   * @throws DeviceException if the device cannot be opened
   */
  public Follower(Communicator communicator, Device device, long bytes, MemoryStore memory, Log log)
      throws DeviceException {
    this.device = device;
    this.log = log;
    this.network = new Network(communicator, this);
    RankMachine machine = new RankMachine(device, memory);
    this.pipeline =
        new TaskPipeline(
            network.local(),
            new NodeOptions(
                machine.instructions(network.nodes(), bytes),
                StepHorizons.USUAL,
                NodeOptions.LEAST_OUTSTANDING,
                ExecutorOptions.PATIENT,
                new KernelTimes(List.of(times))),
            machine.lanes(network, this::fellBack),
            heap,
            network::announce,
            new Progress(),
            log);
  }

  /** Reports what this node has executed, on the executor's thread. */
  private final class Progress implements ExecutionListener<Step> {
    @Override
    public void reached(Job<Step> job) {
      if (job.work().instruction() instanceof Instruction.Mark mark) {
        long computed = times.computed();
        events.add(
            () -> {
              pipeline.executed(mark.task().id());
              tellFirst(
                  Order.REACHED,
                  out -> {
                    out.number(mark.task().id().number());
                    out.number(computed);
                  });
            });
      }
    }

    @Override
    public void stuck(String standstill) {
      log.warn("rank " + network.local().rank() + ": " + standstill);
    }

    @Override
    public void failed(ExecutionFailedException failure) {
      events.add(() -> fail(failure));
    }
  }

  /**
   * Follows until the run is over.
   *
   * @return how it has ended
   */
  public Outcome run() {
    while (outcome.isEmpty()) {
      try {
        events.take().run();
      } catch (InterruptedException | RuntimeException | Error problem) {
        fail(problem);
      }
    }
    // This comes before memory is freed into which other nodes may write.
    network.close();
    pipeline.abort(new IllegalStateException("the run is over"));
    pipeline.close();
    return outcome.get();
  }

  private void fail(Throwable problem) {
    fail(FailureReason.of(problem));
  }

  private void fail(String reason) {
    if (outcome.isEmpty()) {
      log.error("rank " + network.local().rank() + " ends: " + reason);
      tellFirst(Order.FAILED, out -> out.text(reason));
      outcome = Optional.of(FAILED);
    }
  }

  private void fellBack(String loop, String id, String reason) {
    events.add(
        () ->
            tellFirst(
                Order.FELL_BACK,
                out -> {
                  out.text(loop);
                  out.text(id + ": " + reason);
                }));
  }

  private void tellFirst(Order order, Consumer<WireWriter> content) {
    WireWriter out = new WireWriter();
    order.write(out);
    content.accept(out);
    network.tell(FIRST, ByteBuffer.wrap(out.written()));
  }

  @Override
  public void told(NodeId from, ByteBuffer bytes) {
    byte[] content = new byte[bytes.remaining()];
    bytes.get(content);
    events.add(() -> obey(from, content));
  }

  @Override
  public void left(NodeId node) {
    if (node.equals(FIRST)) {
      // If rank 0 ended correctly, it has announced that before.
      events.add(() -> fail("rank 0 has ended before the run was over"));
    }
  }

  @Override
  public void lost(PeerLoss loss) {
    // The first node decides what the loss of another node means.
    if (loss.node().equals(FIRST)) {
      events.add(() -> fail(loss.toString()));
    }
  }

  @Override
  public void failed(Throwable cause) {
    events.add(() -> fail(cause));
  }

  private void obey(NodeId from, byte[] content) {
    WireReader in = new WireReader(content, "what " + from + " tells");
    while (in.hasMore() && outcome.isEmpty()) {
      obey(in);
    }
  }

  private void obey(WireReader in) {
    switch (Order.read(in)) {
      case KERNEL -> kernels.add(WireForm.kernel(in.block("a kernel")));
      case BUFFER -> {
        Buffer buffer = TaskForm.buffer(in);
        buffers.put(buffer.id().number(), buffer);
        if (in.flag("whether a buffer is shared")) {
          shapes.put(buffer.id(), in.block("an array"));
        }
      }
      case TASK -> submit(in);
      case FORGET -> {
        BufferId id = new BufferId(in.number("a buffer", 0, Long.MAX_VALUE));
        buffers.remove(id.number());
        shapes.remove(id);
        pipeline.forget(id);
      }
      case FLUSH -> pipeline.flush();
      case COUNT ->
          tellFirst(
              Order.COUNTED,
              out -> {
                out.text(device.description() + " (" + device.id() + ")");
                out.number(kernelsRun);
                out.number(network.messagesSent());
                out.number(network.bytesSent());
              });
      case END -> outcome = Optional.of(in.flag("whether the run has failed") ? FAILED : ENDED);
      case REGROUP -> {
        int rank = in.integer("a rank", 1, LaunchedRank.MOST);
        outcome = Optional.of(new Outcome(0, rank, in.integer("a size", 2, LaunchedRank.MOST)));
      }
      default -> throw in.wrong("only followers say that");
    }
  }

  private void submit(WireReader in) {
    Task task =
        TaskForm.task(
            in,
            number -> {
              Buffer buffer = buffers.get(number);
              if (buffer == null) {
                throw in.wrong("there is no buffer " + number);
              }
              return buffer;
            });
    if (task instanceof LoopTask loop) {
      int kernel = in.integer("a kernel", -1, kernels.size() - 1);
      if (kernel >= 0) {
        for (BufferAccess access : loop.uses().accesses()) {
          makeArray(access.buffer());
        }
        KernelWork work = work(in, kernels.get(kernel));
        kernelsRun += loop.chunks().size() > network.local().rank() ? 1 : 0;
        pipeline.announce(loop.id(), Optional.of(new DeviceWork(List.of(work))), List.of());
      }
    }
    pipeline.submitted(task);
  }

  private void makeArray(Buffer buffer) {
    byte[] shape = shapes.remove(buffer.id());
    if (shape != null) {
      heap.keep(buffer.id(), ArrayForm.read(new WireReader(shape, "the lengths of " + buffer)));
    }
  }

  private KernelWork work(WireReader in, RangeKernel kernel) {
    List<Object> others = in.list("arrays", 0, 255, () -> ArrayForm.read(in));
    List<Integer> loops = new ArrayList<>();
    for (int loop : in.integers("loops", 0, 3)) {
      loops.add(loop);
    }
    Launch launch =
        WireForm.launch(
            in.block("a launch"),
            number ->
                number >= 0
                    ? heap.array(new BufferId(number))
                    : Optional.of(others.get((int) (-1 - number))));
    return new KernelWork(prepared(kernel), kernel, launch, loops);
  }

  private PreparedKernel prepared(RangeKernel kernel) {
    PreparedKernel known = prepared.get(kernel);
    if (known == null) {
      try {
        known = device.prepare(kernel);
      } catch (DeviceException refusal) {
        known = new UnpreparedKernel(FailureReason.of(refusal));
      }
      prepared.put(kernel, known);
    }
    return known;
  }
}
