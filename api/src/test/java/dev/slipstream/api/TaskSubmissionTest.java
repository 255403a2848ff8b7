package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The requirements on the accesses of several ranks. */
class TaskSubmissionTest {
  private final double[] array = new double[100];
  private final double[] other = new double[100];

  /** A task of 100 iterations on a number of ranks. */
  private static TaskSubmission submit(int ranks, HostAccess... accesses) {
    List<IndexRange> partitions = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      partitions.add(new IndexRange(100L * rank / ranks, 100L * (rank + 1) / ranks));
    }
    return TaskSubmission.of("distributed", new IndexRange(0, 100), partitions, accesses);
  }

  @Test
  void ranksMayNotWriteTheSameElement() {
    assertThatThrownBy(() -> submit(3, HostAccess.writes(array, HostMapper.neighborhood(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("distributed at TaskSubmissionTest.submit:")
        .hasMessageEndingWith(
            ": rank 0 writes [0, 34) of double[100], and rank 1 writes [32, 67). Declare ranges"
                + " that do not meet, such as HostMapper.oneToOne() or HostMapper.evenSplit(), or"
                + " use two arrays");
    assertThatThrownBy(() -> submit(2, HostAccess.updates(array)))
        .hasMessageContaining("rank 0 writes [0, 100) of double[100], and rank 1 writes [0, 100)");
  }

  @Test
  void aRankMayNotReadWhatAnotherOneWrites() {
    assertThatThrownBy(
            () ->
                submit(
                    4,
                    HostAccess.reads(array, HostMapper.neighborhood(1)),
                    HostAccess.writes(array, HostMapper.oneToOne())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank 0 writes [0, 25) of double[100], and rank 1 reads [24, 51)");
  }

  @Test
  void ranksMayReadTheSameElementsAndWriteTheirOwn() {
    assertThatCode(
            () ->
                submit(
                    4,
                    HostAccess.reads(array),
                    HostAccess.reads(array, HostMapper.neighborhood(1)),
                    HostAccess.writes(other, HostMapper.oneToOne()),
                    HostAccess.updates(other, HostMapper.oneToOne())))
        .doesNotThrowAnyException();
  }

  @Test
  void oneRankMayDoAsItLikes() {
    assertThatCode(() -> submit(1, HostAccess.reads(array), HostAccess.writes(array)))
        .doesNotThrowAnyException();
  }

  @Test
  void ranksWithoutIterationsMeetNoOther() {
    assertThatCode(
            () ->
                TaskSubmission.of(
                    "distributed",
                    new IndexRange(0, 1),
                    List.of(new IndexRange(0, 1), new IndexRange(1, 1), new IndexRange(1, 1)),
                    HostAccess.writes(array),
                    HostAccess.reads(array)))
        .doesNotThrowAnyException();
  }

  @Test
  void aMapperIsAskedOnceForEachPartitionThatIsNotEmpty() {
    List<IndexRange> asked = new ArrayList<>();
    HostMapper counting =
        (partition, iterations, length) -> {
          asked.add(partition);
          return partition;
        };
    TaskSubmission.of(
            "distributed",
            new IndexRange(0, 2),
            List.of(new IndexRange(0, 1), new IndexRange(1, 2), new IndexRange(2, 2)),
            HostAccess.writes(array, counting))
        .run(part -> part.allocationWindow(array));
    assertThat(asked).containsExactly(new IndexRange(0, 1), new IndexRange(1, 2));
  }
}
