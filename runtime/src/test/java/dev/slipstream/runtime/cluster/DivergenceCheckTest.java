package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.cluster.DivergenceCheck.Difference;
import dev.slipstream.runtime.cluster.DivergenceCheck.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class DivergenceCheckTest {
  private static final long LIMIT = 10;

  private final DivergenceCheck check = new DivergenceCheck(3, 0);

  @Test
  void ranksThatDoTheSameMayBeAheadOfEachOther() {
    assertThat(check.submitted(2, List.of(4L, 5L, 6L), 1)).isEmpty();
    assertThat(check.submitted(0, List.of(4L), 2)).isEmpty();
    assertThat(check.submitted(1, List.of(4L, 5L), 3)).isEmpty();
    assertThat(check.submitted(0, List.of(5L, 6L), 4)).isEmpty();
    assertThat(check.submitted(1, List.of(6L), 5)).isEmpty();
    for (int rank = 0; rank < 3; rank++) {
      assertThat(check.allHaveEnded()).isFalse();
      assertThat(check.ended(rank, 3)).isEmpty();
    }
    assertThat(check.allHaveEnded()).isTrue();
  }

  @Test
  void theFirstTaskThatDiffersIsFoundWhenAllHaveIt() {
    check.submitted(0, List.of(4L, 5L, 6L), 1);
    check.submitted(2, List.of(4L, 7L, 8L), 1);
    assertThat(check.submitted(1, List.of(4L), 1)).isEmpty();
    assertThat(check.submitted(1, List.of(5L), 1))
        .contains(new Difference(Kind.OTHER_TASK, 1, 2, 0));
  }

  @Test
  void aRankThatGoesOnWhereAnotherHasEndedIsFoundInEitherOrder() {
    for (int rank = 0; rank < 3; rank++) {
      check.submitted(rank, List.of(4L), 1);
    }
    assertThat(check.ended(1, 1)).isEmpty();
    assertThat(check.submitted(2, List.of(5L), 1)).contains(new Difference(Kind.ENDED, 1, 1, 2));

    DivergenceCheck other = new DivergenceCheck(2, 0);
    other.submitted(0, List.of(4L), 1);
    assertThat(other.ended(1, 0)).contains(new Difference(Kind.ENDED, 0, 1, 0));
  }

  @Test
  void noRankIsLateWhileAnyOneRunsAHostTask() {
    check.submitted(0, List.of(4L, 5L), 1);
    check.submitted(1, List.of(4L), 1);
    check.submitted(2, List.of(4L, 5L, 6L), 1);
    check.isOneAtWork(50 * LIMIT);
    assertThat(check.stall(51 * LIMIT, LIMIT)).isEmpty();
    assertThat(check.stall(52 * LIMIT, LIMIT)).contains(new Difference(Kind.LATE, 1, 1, 2));
  }

  @Test
  void aRankIsLateWhenNeitherItNorTheOneAheadHasComeFurtherForLong() {
    check.submitted(0, List.of(4L, 5L), 1);
    check.submitted(1, List.of(4L), 3);
    check.submitted(2, List.of(4L, 5L), 1);
    assertThat(check.stall(3 + LIMIT, LIMIT)).isEmpty();
    assertThat(check.stall(4 + LIMIT, LIMIT)).contains(new Difference(Kind.LATE, 1, 1, 0));
    check.submitted(1, List.of(5L), 4 + LIMIT);
    assertThat(check.stall(100 * LIMIT, LIMIT)).isEmpty();
  }
}
