package dev.slipstream.runtime.network;

import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.execution.Job;
import dev.slipstream.runtime.execution.LaneBackend;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.HostAllocations;
import dev.slipstream.runtime.scheduling.Step;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Runs jobs without a lane: transfers between nodes, and jobs that complete immediately. */
public final class TransferLane implements LaneBackend<Step> {
  private final Network network;
  private final HostAllocations memories;
  private final Set<Job<Step>> open = ConcurrentHashMap.newKeySet();

  /**
   * @param network communicates with the other nodes
   * @param memories the allocations in host memory
   */
  public TransferLane(Network network, HostAllocations memories) {
    this.network = network;
    this.memories = memories;
  }

  @Override
  public void start(Job<Step> job) {
    Instruction instruction = job.work().instruction();
    if (instruction instanceof Instruction.Send send) {
      network.send(send.pilot(), memory(send.source()), opened(job));
    } else if (instruction instanceof Instruction.Receive receive) {
      network.receive(
          receive.transfer(), receive.region(), memory(receive.destination()), opened(job));
    } else if (instruction instanceof Instruction.AwaitReceive await) {
      network.awaitPart(await.transfer(), await.region(), opened(job));
    } else {
      if (instruction instanceof Instruction.SplitReceive split) {
        network.beginReceive(split.transfer(), split.region(), memory(split.destination()));
      }
      job.completed();
    }
  }

  private BoxMemory<ByteBuffer> memory(Allocation allocation) {
    return new BoxMemory<>(
        memories.of(allocation),
        allocation.box(),
        Math.toIntExact(allocation.buffer().size().bytes()));
  }

  private Runnable opened(Job<Step> job) {
    open.add(job);
    return () -> {
      open.remove(job);
      job.completed();
    };
  }

  @Override
  public void cancel(Throwable cause) {
    for (Job<Step> job : open) {
      job.failed(cause);
    }
  }

  @Override
  public void close() {
    open.clear();
  }
}
