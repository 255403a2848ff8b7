package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.execution.HostWork;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.Step;
import java.util.List;
import java.util.Optional;

/** The work of the only lane of a device that does one thing at a time. */
final class SerialWork implements HostWork<Step> {
  private final DeviceSession session;
  private final SerialQueue queue;
  private final DeviceCopies memory;
  private final KernelStarter starter;
  private final Optional<CopyWarmup> warmup;

  /**
   * @param memory allocates, copies and frees
   * @param warmup makes spare copies before real ones are needed
   */
  SerialWork(
      DeviceSession session,
      SerialQueue queue,
      DeviceCopies memory,
      KernelStarter starter,
      Optional<CopyWarmup> warmup) {
    this.session = session;
    this.queue = queue;
    this.memory = memory;
    this.starter = starter;
    this.warmup = warmup;
  }

  @Override
  public void run(Job<Step> job) throws DeviceException {
    runSome(List.of(job));
  }

  @Override
  public int most() {
    return queue.most();
  }

  @Override
  public int runSome(List<Job<Step>> waiting) throws DeviceException {
    if (!session.begin()) {
      throw session.hasBeenClosed();
    }
    int done = 1;
    try {
      Instruction first = waiting.get(0).work().instruction();
      if (first instanceof Instruction.Kernel) {
        done = starter.runSome(queue, waiting);
      } else {
        memory.run(first);
      }
    } finally {
      session.end();
    }
    for (int job = 0; job < done; job++) {
      waiting.get(job).work().release();
    }
    return done;
  }

  @Override
  public void prepare() throws DeviceException {
    if (warmup.isPresent()) {
      session.use(warmup.get()::once);
    }
  }
}
