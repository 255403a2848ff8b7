package dev.slipstream.agent.coherence;

import dev.slipstream.runtime.cluster.AfterLoss;
import dev.slipstream.runtime.cluster.Follower;
import dev.slipstream.runtime.cluster.FollowingRanks;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.LocalNodes;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.memory.DirectMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several nodes in this process, each with a core and a thread; the first runs in the caller's
 * thread.
 */
final class NodeThreads implements AutoCloseable {
  private static final AfterLoss ALONE =
      new AfterLoss() {
        @Override
        public boolean goesOn() {
          return true;
        }

        @Override
        public Optional<Communicator> regroup(int nodes) {
          return Optional.empty();
        }
      };

  private final Ranks ranks;
  private final List<Thread> threads = new ArrayList<>();
  private final int last;

  NodeThreads(int nodes) {
    List<Communicator> all = LocalNodes.of(nodes);
    last = nodes - 1;
    for (Communicator communicator : all.subList(1, nodes)) {
      try {
        Follower follower =
            new Follower(
                communicator,
                new CpuDevice(1),
                Long.MAX_VALUE,
                new DirectMemory(1 << 20),
                Log.none());
        Thread thread = new Thread(follower::run, "slipstream-follower-" + communicator.local());
        thread.start();
        threads.add(thread);
      } catch (DeviceException noMemory) {
        throw new AssertionError(noMemory);
      }
    }
    ranks = new FollowingRanks(all.get(0), SharingCost.NOTHING, ALONE, Log.none());
  }

  Ranks ranks() {
    return ranks;
  }

  /** Returns of how many loops the last node has run a part. */
  long kernelsOfLast() {
    return ranks.statistics().get(last).kernels();
  }

  @Override
  public void close() {
    ranks.close();
    for (Thread thread : threads) {
      try {
        thread.join(20_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (thread.isAlive()) {
        throw new AssertionError(thread + " does not end");
      }
    }
  }
}
