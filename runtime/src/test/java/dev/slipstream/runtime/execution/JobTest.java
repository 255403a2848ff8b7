package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobTest {
  private final Inbox<TestWork> inbox = new Inbox<>(8);
  private final Completion completion = new Completion(new Ending());
  private final Job<TestWork> job =
      new Job<>(
          new JobId(1),
          JobKind.KERNEL,
          List.of(),
          JobPlacement.on(Run.QUEUE),
          TestWork.nothing("job"));
  private final Thread executor =
      new Thread(() -> inbox.executor.sleepUnless(() -> false, Long.MAX_VALUE));

  @BeforeEach
  void sleep() {
    job.completion = completion;
    job.issued(new LaneState<>(Run.QUEUE.lane(0)), List.of());
    job.tellsEndTo(inbox, () -> 7);
    executor.start();
    while (!inbox.executor.isWaitedAt()) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void wake() throws InterruptedException {
    executor.interrupt();
    executor.join();
  }

  @Test
  void anEndWakesTheExecutor() {
    job.completed();
    assertThat(inbox.executor.isWaitedAt()).isFalse();
  }

  @Test
  void anEndWithoutWaitingThreadsWakesNoThreadIfAnotherOneFollows() {
    assertThat(job.completedBeforeNext(0)).isTrue();
    assertThat(inbox.executor.isWaitedAt()).isTrue();
    assertThat(inbox.takeEnded()).as("it is there for whoever looks").isSameAs(job);
    assertThat(job.nanos).as("when it ended, not when that is seen").isEqualTo(7);
    assertThat(job.completed()).as("it is told once").isFalse();
  }

  @Test
  void anEndThatIsWaitedForWakesTheExecutorAlsoIfAnotherOneFollows() {
    job.noteWaitedFor();
    job.completedBeforeNext(0);
    assertThat(inbox.executor.isWaitedAt()).isFalse();
  }

  @Test
  void eachEndWakesTheExecutorWhileItNeedsAll() {
    inbox.needsEnds(true);
    job.completedBeforeNext(0);
    assertThat(inbox.executor.isWaitedAt()).isFalse();
  }

  @Test
  void whoWaitsForTheJobIsToldBeforeTheExecutorHasNotedItsEnd() {
    job.completedBeforeNext(0);
    assertThat(completion.isDone()).isTrue();
    assertThat(inbox.hasEnded()).isTrue();
  }

  @Test
  void whoWaitsForAMarkBehindTheJobAloneIsToldBeforeTheExecutorHasNotedItsEnd() {
    Completion mark = new Completion(new Ending());
    job.tellOf(waiting(mark));
    job.tellOf(waiting(new Completion(new Ending())));
    job.completedBeforeNext(0);
    assertThat(mark.isDone()).isTrue();
    assertThat(inbox.hasEnded()).isTrue();
  }

  @Test
  void aFailureIsToldByTheExecutorWhichKnowsOfAllFailures() {
    Completion mark = new Completion(new Ending());
    job.tellOf(waiting(mark));
    job.failed(new IllegalStateException("it"));
    assertThat(mark.isDone()).isFalse();
    assertThat(completion.isDone()).isFalse();
    completion.fail();
    completion.complete();
    assertThatThrownBy(completion::await).isInstanceOf(ExecutionFailedException.class);
  }

  @Test
  void afterAFailureTheExecutorIsWokenWhateverFollows() {
    job.failed(new IllegalStateException("it"));
    assertThat(inbox.executor.isWaitedAt()).isFalse();
  }

  /** A mark whose only open predecessor is the job. */
  private static Job<TestWork> waiting(Completion completion) {
    Job<TestWork> mark =
        new Job<>(
            new JobId(2),
            JobKind.FENCE,
            List.of(new JobId(1)),
            JobPlacement.NO_LANE,
            TestWork.nothing("mark"));
    mark.completion = completion;
    mark.isMark = true;
    mark.open = 1;
    return mark;
  }
}
