package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests jobs that wait on a lane and are run together. */
@Timeout(120)
class JobsTogetherTest {
  /** Work that runs up to three jobs together, and records how many there were for each. */
  private static HostWork<TestWork> inGroups(List<Integer> groups) {
    return new HostWork<>() {
      @Override
      public void run(Job<TestWork> job) {
        throw new AssertionError("they are requested together");
      }

      @Override
      public int most() {
        return 3;
      }

      @Override
      public int runSome(List<Job<TestWork>> waiting) throws Exception {
        int together = groups.isEmpty() ? 1 : waiting.size();
        groups.add(together);
        for (Job<TestWork> job : waiting.subList(0, together)) {
          TestWork.run(job);
        }
        return together;
      }
    };
  }

  @Test
  void jobsThatWaitOnALaneRunTogetherInTheirOrderAndTheirEndsAreToldAsIfOneByOne()
      throws Exception {
    List<Integer> groups = Collections.synchronizedList(new ArrayList<>());
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Long> ends = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch submitted = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(9);
    LaneGroup group = LaneGroup.of("grouping", 1, 16);
    HostLanes<TestWork> lanes = new HostLanes<>(group, inGroups(groups));
    for (int number = 0; number < 9; number++) {
      int own = number;
      TestWork work =
          new TestWork(
              "job " + own,
              () -> {
                submitted.await();
                order.add(own);
              });
      lanes.start(
          new Job<>(new JobId(own), JobKind.KERNEL, List.of(), JobPlacement.on(group), work) {
            @Override
            public boolean completed() {
              over.countDown();
              return true;
            }

            @Override
            public boolean completedBeforeNext(long nanosAgo) {
              ends.add(nanosAgo);
              return completed();
            }

            @Override
            public boolean failed(Throwable cause) {
              throw new AssertionError(cause);
            }
          });
    }
    submitted.countDown();
    over.await();
    lanes.close();
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(groups).containsExactly(1, 3, 3, 2);
    assertThat(ends.get(0)).as("alone").isZero();
    assertThat(ends.get(1)).as("the first of three").isEqualTo(2 * ends.get(2));
    assertThat(ends.get(3)).as("the last of three").isZero();
  }

  @Test
  void ifOneOfSeveralJobsThatRunTogetherFailsTheRunFails() {
    List<Integer> groups = new ArrayList<>(List.of(0));
    CountDownLatch submitted = new CountDownLatch(1);
    LaneGroup group = LaneGroup.of("grouping", 1, 16);
    Lanes<TestWork> lanes =
        new Lanes<>(
            new InlineWork<>(TestWork::run),
            Map.of(group, new HostLanes<>(group, inGroups(groups))));
    Run observer = new Run();
    Executor<TestWork> executor =
        Executor.start(lanes, ExecutorOptions.USUAL, observer, TraceSink.OFF, Ticker.SYSTEM);
    List<Completion> ends = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      int own = number;
      TestWork work =
          new TestWork(
              "job " + own,
              () -> {
                submitted.await();
                if (own == 2) {
                  throw new IllegalStateException("it");
                }
              });
      ends.add(
          executor.submitAwaited(
              new Job<>(new JobId(own), JobKind.KERNEL, List.of(), JobPlacement.on(group), work)));
    }
    submitted.countDown();
    assertThatThrownBy(ends.get(3)::await).isInstanceOf(ExecutionFailedException.class);
    executor.close();
    observer.close();
  }
}
