package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrderedStepsTest {
  private static final String NAME = "slipstream-steps";

  private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());

  private static OrderedSteps after(int many) {
    return new OrderedSteps(NAME, many, UnaryOperator.identity());
  }

  private Runnable step(int number) {
    return () -> {
      threads.add(Thread.currentThread());
      done.add(number);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, OrderedSteps.NEVER})
  void stepsAreDoneInTheirOrderWhicheverThreadDoesThem(int many) {
    OrderedSteps steps = after(many);
    for (int i = 0; i < 5_000; i++) {
      steps.execute(step(i));
      if (i % 97 == 0) {
        steps.await();
        assertThat(done).hasSize(i + 1);
      }
    }
    steps.await();
    assertThat(done).isEqualTo(IntStream.range(0, 5_000).boxed().toList());
  }

  @Test
  void fewStepsInARowAreDoneByTheThreadThatBringsThem() {
    OrderedSteps steps = after(3);
    for (int i = 0; i < 30; i++) {
      steps.execute(step(i));
      if (i % 3 == 2) {
        steps.await();
      }
    }
    assertThat(threads).containsOnly(Thread.currentThread());
  }

  @Test
  void furtherStepsInARowAreDoneByAnotherThreadWhileTheFirstOneGoesOn() throws Exception {
    OrderedSteps steps = after(3);
    CountDownLatch goOn = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      steps.execute(step(i));
    }
    steps.execute(() -> await(goOn));
    steps.execute(step(4));
    assertThat(done).as("the fifth one waits behind the fourth").hasSize(3);
    goOn.countDown();
    steps.await();
    assertThat(threads.subList(0, 3)).containsOnly(Thread.currentThread());
    Thread own = threads.get(3);
    assertThat(own.getName()).isEqualTo(NAME);
    own.join();
    steps.execute(step(5));
    assertThat(threads.get(4)).as("the count begins anew").isEqualTo(Thread.currentThread());
  }

  @Test
  void aThreadThatBringsMoreThanThereIsRoomForWaits() {
    OrderedSteps steps = after(0);
    CountDownLatch goOn = new CountDownLatch(1);
    steps.execute(() -> await(goOn));
    Thread bringing = Thread.currentThread();
    Thread watching =
        new Thread(
            () -> {
              while (bringing.getState() != Thread.State.WAITING
                  && bringing.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
              }
              goOn.countDown();
            });
    watching.setDaemon(true);
    watching.start();
    for (int i = 0; i < 10_000; i++) {
      steps.execute(step(i));
    }
    steps.await();
    assertThat(done).hasSize(10_000);
  }

  @Test
  void afterAFailureNoStepIsDoneAndWhoeverBringsStepsIsTold() {
    AtomicReference<Throwable> told = new AtomicReference<>();
    OrderedSteps steps =
        new OrderedSteps(
            NAME,
            0,
            problem -> {
              told.set(problem);
              return new IllegalStateException("told", problem);
            });
    IllegalArgumentException problem = new IllegalArgumentException("the reason");
    steps.execute(
        () -> {
          throw problem;
        });
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10_000; i++) {
                steps.execute(step(i));
              }
              steps.await();
            })
        .hasMessage("told")
        .hasCause(problem);
    assertThat(told).hasValue(problem);
    steps.settle();
    assertThatThrownBy(steps::await).hasMessage("told");
    assertThat(done).isEmpty();
  }

  @Test
  void afterAFailureTheBringingThreadDoesNoStepEither() {
    OrderedSteps steps = after(1);
    steps.execute(step(0));
    steps.execute(
        () -> {
          throw new IllegalStateException("failed");
        });
    steps.settle();
    assertThatThrownBy(() -> steps.execute(step(1))).hasMessage("failed");
    assertThat(done).containsExactly(0);
  }

  @Test
  void stepsThatDoNotFollowEachOtherCloselyAreDoneByTheThreadThatBringsThem() throws Exception {
    OrderedSteps steps = after(3);
    for (int i = 0; i < 4; i++) {
      steps.execute(step(i));
    }
    while (threads.size() < 4) {
      Thread.onSpinWait();
    }
    threads.get(3).join();
    steps.execute(step(4));
    assertThat(threads.get(4)).isEqualTo(Thread.currentThread());
    assertThat(done).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void anErrorWhileAFailureIsToldDoesNotKeepOthersWaiting() {
    OrderedSteps steps =
        new OrderedSteps(
            NAME,
            0,
            problem -> {
              throw new OutOfMemoryError("no memory to tell");
            });
    steps.execute(
        () -> {
          throw new OutOfMemoryError("the first one");
        });
    assertThatThrownBy(steps::await)
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("the first one");
  }

  @Test
  void aFailureOfAStepThatTheBringingThreadDoesIsThrownToItAndEndsNothing() {
    OrderedSteps steps = after(OrderedSteps.NEVER);
    assertThatThrownBy(
            () ->
                steps.execute(
                    () -> {
                      throw new IllegalArgumentException("own");
                    }))
        .hasMessage("own");
    steps.execute(step(1));
    steps.await();
    assertThat(done).containsExactly(1);
  }

  @Test
  void theOwnThreadEndsWhenNothingFollowsAndComesBackWhenSomethingDoes() throws Exception {
    OrderedSteps steps = after(0);
    steps.execute(step(0));
    steps.await();
    Thread first = threads.get(0);
    first.join();
    steps.execute(step(1));
    steps.await();
    assertThat(threads.get(1)).isNotSameAs(first);
    assertThat(done).containsExactly(0, 1);
  }

  @Test
  void anInterruptOfTheOwnThreadLosesNothing() {
    OrderedSteps steps = after(0);
    for (int i = 0; i < 1_000; i++) {
      steps.execute(step(i));
      if (!threads.isEmpty()) {
        threads.get(0).interrupt();
      }
    }
    steps.await();
    assertThat(done).hasSize(1_000);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
