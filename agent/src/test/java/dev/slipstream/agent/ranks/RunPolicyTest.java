package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunPolicyTest {
  private static final Duration GRACE = Duration.ofSeconds(15);

  private final List<String> done = new ArrayList<>();
  private long now = -5;

  private final RankControl control =
      new RankControl() {
        @Override
        public void terminate(int rank) {
          done.add("term " + rank);
        }

        @Override
        public void kill(int rank) {
          done.add("kill " + rank);
        }
      };

  private RunPolicy policy(boolean recovers) {
    return new RunPolicy(3, recovers, /* replicated= */ false, GRACE, control, done::add);
  }

  private void pass(RunPolicy policy, Duration time) {
    now += time.toNanos();
    policy.timePassed(now);
  }

  @Test
  void aRunInWhichNoRankFailsHasSucceededAndSaysNothing() {
    RunPolicy policy = policy(false);
    policy.ended(1, 0, now);
    assertThat(policy.deadline()).isEmpty();
    policy.ended(0, 0, now);
    policy.ended(2, 0, now);
    assertThat(policy.finished()).isTrue();
    assertThat(policy.exitCode()).isZero();
    assertThat(done).isEmpty();
  }

  @Test
  void theExitCodeOfTheProgramIsThatOfTheRun() {
    RunPolicy policy = policy(true);
    policy.ended(0, 3, now);
    policy.ended(1, 1, now);
    policy.ended(2, 0, now);
    assertThat(policy.exitCode()).isEqualTo(3);
    assertThat(done).containsExactly("rank 1 ended with exit code 1");
  }

  @Test
  void whenARankFailsTheOthersHaveTimeToEndThemselves() {
    RunPolicy policy = policy(false);
    policy.ended(2, 137, now);
    assertThat(done).containsExactly("rank 2 ended with exit code 137 (signal 9)");
    pass(policy, GRACE.minusNanos(1));
    policy.ended(0, 1, now);
    policy.ended(1, 1, now);
    assertThat(policy.finished()).isTrue();
    assertThat(policy.exitCode()).isEqualTo(137);
  }

  @Test
  void thenTheyAreAskedToEndAndThenTheyAreKilled() {
    RunPolicy policy = policy(false);
    policy.ended(2, 7, now);
    done.clear();
    pass(policy, GRACE);
    assertThat(done)
        .containsExactly(
            "ranks 0, 1 did not end within 15 s and will be ended", "term 0", "term 1");
    policy.ended(0, 143, now);
    pass(policy, RunPolicy.AFTER_TERM);
    assertThat(done).last().isEqualTo("kill 1");
    policy.ended(1, 137, now);
    assertThat(policy.finished()).isTrue();
    assertThat(policy.exitCode()).isEqualTo(7);
    assertThat(done).as("what it was asked to do is no news").hasSize(4);
  }

  @Test
  void aRankThatCannotBeEndedIsNamedAndTheRunHasFailed() {
    RunPolicy policy = policy(false);
    policy.ended(0, 0, now);
    policy.ended(1, 0, now);
    pass(policy, GRACE);
    pass(policy, RunPolicy.AFTER_TERM);
    pass(policy, RunPolicy.AFTER_TERM);
    assertThat(policy.finished()).isTrue();
    assertThat(policy.exitCode()).isEqualTo(1);
    assertThat(done).last().isEqualTo("rank 2 cannot be ended");
  }

  @Test
  void aRunThatRecoversGoesOnWithoutALostRank() {
    RunPolicy policy = policy(true);
    policy.ended(2, 137, now);
    assertThat(policy.deadline()).isEmpty();
    policy.ended(0, 0, now);
    policy.ended(1, 0, now);
    assertThat(policy.exitCode()).isZero();
    assertThat(done).containsExactly("rank 2 ended with exit code 137 (signal 9)");
  }

  @Test
  void aSignalEndsRank0AndTheOthersFollow() {
    RunPolicy policy = policy(true);
    policy.signalled(now);
    assertThat(done).containsExactly("term 0");
    pass(policy, Duration.ofSeconds(20));
    policy.ended(0, 143, now);
    policy.ended(1, 0, now);
    pass(policy, RunPolicy.WITHOUT_RANK_0);
    assertThat(done).containsExactly("term 0", "term 2");
    policy.ended(2, 143, now);
    assertThat(policy.finished()).isTrue();
  }

  @Test
  void afterASignalARankThatHangsIsEndedToo() {
    RunPolicy policy = policy(true);
    policy.signalled(now);
    pass(policy, RunPolicy.AFTER_SIGNAL);
    pass(policy, RunPolicy.AFTER_TERM);
    assertThat(done)
        .containsExactly("term 0", "term 0", "term 1", "term 2", "kill 0", "kill 1", "kill 2");
  }

  @Test
  void aSignalWhileTheRunEndsEndsTheRestImmediately() {
    RunPolicy policy = policy(false);
    policy.ended(0, 0, now);
    policy.signalled(now);
    assertThat(done).containsExactly("term 1", "term 2");
  }

  @Test
  void ranksThatAllRunTheProgramSayItsExitCodeOnce() {
    RunPolicy policy = new RunPolicy(3, false, /* replicated= */ true, GRACE, control, done::add);
    policy.ended(1, 3, now);
    policy.ended(0, 3, now);
    policy.ended(2, 4, now);
    assertThat(policy.finished()).isTrue();
    assertThat(policy.exitCode()).isEqualTo(3);
    assertThat(done).containsExactly("rank 2 ended with exit code 4");
  }
}
