package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.GarbageCollection;
import dev.slipstream.fixture.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests many small jobs on real threads; each computes with plain variables that others have
 * written.
 */
@Timeout(300)
class ExecutorStressTest {
  private static final int REACH = 64;
  private static final int MARK_EVERY = 500;

  /** The computation of a job: a value from those of its predecessors. */
  private record Sum(int at, int[] from) {
    void into(long[] values) {
      long sum = at;
      for (int index : from) {
        sum = sum * 31 + values[index];
      }
      values[at] = sum;
    }
  }

  @Test
  void aHundredThousandJobsOnRealThreadsSeeWhatTheirPredecessorsWrote() {
    Random random = Seeds.random(1038);
    int count = Seeds.count(100_000, 1_000_000);
    LaneGroup host = LaneGroup.of("host", 3, 1);
    LaneGroup queue = LaneGroup.of("queue", 2, 8);
    List<JobPlacement> placements =
        List.of(
            JobPlacement.on(host),
            JobPlacement.on(queue),
            JobPlacement.on(queue, host),
            JobPlacement.NO_LANE);
    long[] values = new long[count];
    HostWork<Sum> work = job -> job.work().into(values);
    ExecutorOptions options =
        new ExecutorOptions(
            64, 256, 100, ExecutorOptions.USUAL.stuckAfter(), ExecutorOptions.USUAL.drain());
    Marks marks = new Marks();
    try (Executor<Sum> executor =
        Executor.start(
            new Lanes<>(
                new InlineWork<>(work),
                Map.of(host, new HostLanes<>(host, work), queue, new HostLanes<>(queue, work))),
            options,
            marks,
            TraceSink.OFF,
            Ticker.SYSTEM)) {
      long[] expected = new long[count];
      long early = 0;
      for (int i = 0; i < count; i++) {
        boolean mark = i % MARK_EVERY == MARK_EVERY - 1;
        Sum sum = new Sum(i, mark ? range(Math.max(0, i - REACH), i) : some(random, i));
        sum.into(expected);
        List<JobId> predecessors = new ArrayList<>();
        for (int index : sum.from()) {
          predecessors.add(new JobId(index));
        }
        JobPlacement placement =
            mark ? JobPlacement.NO_LANE : placements.get(random.nextInt(placements.size()));
        JobKind kind = mark ? JobKind.EPOCH : JobKind.HOST_TASK;
        Job<Sum> job = new Job<>(new JobId(i), kind, predecessors, placement, sum);
        if (mark) {
          executor.submitAwaited(job).await();
        } else {
          executor.submit(job);
        }
        if (i == count / 5) {
          early = GarbageCollection.usedHeap();
        }
      }
      assertThat(GarbageCollection.usedHeap() - early)
          .as("growth of the heap")
          .isLessThan(16L << 20);
      executor.close();
      assertThat(executor.failure()).isEmpty();
      assertThat(values).isEqualTo(expected);
      assertThat(marks.reached).isEqualTo(count / MARK_EVERY);
    }
  }

  private static int[] some(Random random, int before) {
    TreeSet<Integer> some = new TreeSet<>();
    for (int i = random.nextInt(4); i > 0 && before > 0; i--) {
      some.add(before - 1 - random.nextInt(Math.min(before, REACH)));
    }
    return some.stream().mapToInt(index -> index).toArray();
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private static final class Marks implements ExecutionListener<Sum> {
    int reached;

    @Override
    public void reached(Job<Sum> job) {
      reached++;
    }

    @Override
    public void stuck(String standstill) {
      // The machine may be slow; the test has its own limit.
    }

    @Override
    public void failed(ExecutionFailedException failure) {
      // The test checks it when the run is over.
    }
  }
}
