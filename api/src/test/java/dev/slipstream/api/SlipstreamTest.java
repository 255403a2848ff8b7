package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The behaviour of host tasks where one process runs the program. */
class SlipstreamTest {
  private final List<Thread> threads = new ArrayList<>();

  private void note() {
    threads.add(Thread.currentThread());
  }

  @Test
  void eachKindRunsImmediatelyOnTheCallingThread() {
    List<CompletableFuture<Void>> done =
        List.of(
            Slipstream.onMaster(this::note),
            Slipstream.once(this::note),
            Slipstream.distributed(8, part -> note()),
            Slipstream.distributed(8, 3, part -> note()),
            Slipstream.collective(ranks -> note()),
            Slipstream.collective(CollectiveGroup.of("files"), ranks -> note()));
    assertThat(threads).hasSize(done.size()).containsOnly(Thread.currentThread());
    assertThat(done).allMatch(CompletableFuture::isDone);
    Slipstream.barrier();
  }

  @Test
  void aDistributedTaskGetsAllIterations() {
    List<IndexRange> parts = new ArrayList<>();
    Slipstream.distributed(8, part -> parts.add(new IndexRange(part.from(), part.to())));
    Slipstream.distributed(8, 3, part -> parts.add(part.iterations()));
    assertThat(parts).containsExactly(new IndexRange(0, 8), new IndexRange(3, 11));
  }

  @Test
  void aDistributedTaskWithoutIterationsIsNotCalled() {
    CompletableFuture<Void> done = Slipstream.distributed(0, part -> note());
    assertThat(done).isCompleted();
    assertThat(threads).isEmpty();
  }

  @Test
  void aCollectiveTaskIsOneIterationOfTheOnlyRank() {
    List<String> seen = new ArrayList<>();
    Slipstream.collective(
        ranks ->
            seen.add(
                ranks.rank()
                    + " of "
                    + ranks.size()
                    + ", "
                    + ranks.from()
                    + " to "
                    + ranks.to()
                    + " of "
                    + ranks.iterations()));
    assertThat(seen).containsExactly("0 of 1, 0 to 1 of [0, 1)");
  }

  @Test
  void aPartitionSaysWhichElementsItsAccessesDeclare() {
    double[] flat = new double[40];
    int[][] rows = new int[10][7];
    long[] both = new long[10];
    List<IndexRange> windows = new ArrayList<>();
    Slipstream.distributed(
        4,
        2,
        part -> {
          windows.add(part.allocationWindow(flat));
          windows.add(part.allocationWindow(rows));
          windows.add(part.allocationWindow(both));
        },
        HostAccess.reads(flat, HostMapper.slice(4)),
        HostAccess.writes(rows, HostMapper.neighborhood(1)),
        HostAccess.reads(both, HostMapper.fixed(0, 1)),
        HostAccess.writes(both, HostMapper.fixed(4, 6)));
    assertThat(windows)
        .containsExactly(new IndexRange(8, 24), new IndexRange(1, 7), new IndexRange(0, 6));
  }

  @Test
  void aCollectiveTaskHasTheWholeArrayOfAnEvenSplitAlone() {
    float[] array = new float[11];
    List<IndexRange> windows = new ArrayList<>();
    Slipstream.collective(
        ranks -> windows.add(ranks.allocationWindow(array)),
        HostAccess.updates(array, HostMapper.evenSplit(4)));
    assertThat(windows).containsExactly(new IndexRange(0, 11));
  }

  @Test
  void anArrayThatIsNotDeclaredHasNoWindow() {
    int[] declared = new int[3];
    assertThatThrownBy(
            () ->
                Slipstream.distributed(
                    3, part -> part.allocationWindow(new int[3]), HostAccess.reads(declared)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the task declares no such array: add HostAccess.reads(…) or HostAccess.writes(…)");
  }

  @Test
  void anExceptionThatNeedsNoThrowsClauseIsThrownAsItIs() {
    IllegalStateException own = new IllegalStateException("mine");
    StackOverflowError error = new StackOverflowError();
    assertThatThrownBy(() -> Slipstream.onMaster(() -> rethrow(own))).isSameAs(own);
    assertThatThrownBy(() -> Slipstream.distributed(2, part -> rethrow(own))).isSameAs(own);
    assertThatThrownBy(() -> Slipstream.collective(ranks -> rethrow(own))).isSameAs(own);
    assertThatThrownBy(() -> Slipstream.once(() -> rethrow(error))).isSameAs(error);
  }

  private static void rethrow(Throwable thrown) throws Exception {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (Exception) thrown;
  }

  @Test
  void anIoExceptionComesInsideAnUncheckedOneAndOthersInsideACompletionException() {
    IOException file = new IOException("no space");
    TimeoutException late = new TimeoutException("late");
    assertThatThrownBy(() -> Slipstream.once(() -> rethrow(file)))
        .isInstanceOf(UncheckedIOException.class)
        .hasCause(file);
    assertThatThrownBy(() -> Slipstream.collective(ranks -> rethrow(late)))
        .isInstanceOf(CompletionException.class)
        .hasCause(late);
  }

  @Test
  void wrongArgumentsAreRefusedBeforeTheTaskRuns() {
    int[] array = {1};
    assertThatThrownBy(() -> Slipstream.distributed(-1, part -> note()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a host task has at least 0 iterations, not -1");
    assertThatThrownBy(() -> Slipstream.distributed(2, Long.MAX_VALUE, part -> note()))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Slipstream.onMaster(() -> note(), HostAccess.reads("text")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Slipstream.fence("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("only arrays can be copied, not java.lang.String");
    assertThatThrownBy(() -> Slipstream.fence(array, new IndexRange(0, 2)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(threads).isEmpty();
  }

  @Test
  void aFenceHasTheArrayAsItWas() {
    double[] array = {1, 2, 3};
    int[][] rows = {{1}, {2, 3}, null};
    CompletableFuture<double[]> copy = Slipstream.fence(array);
    CompletableFuture<int[][]> copies = Slipstream.fence(rows);
    array[1] = 7;
    rows[1][0] = 7;
    assertThat(copy).isCompleted();
    assertThat(copy.join()).containsExactly(1, 2, 3);
    assertThat(copies.join()).isDeepEqualTo(new int[][] {{1}, {2, 3}, null});
  }

  @Test
  void aFenceOfAPartHasThatPartAlone() {
    float[] array = {1, 2, 3, 4};
    char[][] rows = {{'a'}, {'b', 'c'}, {'d'}};
    CompletableFuture<float[]> copy = Slipstream.fence(array, new IndexRange(1, 3));
    CompletableFuture<char[][]> copies = Slipstream.fence(rows, new IndexRange(1, 2));
    array[1] = 7;
    rows[1][0] = 'x';
    assertThat(copy.join()).containsExactly(2, 3);
    assertThat(copies.join()).isDeepEqualTo(new char[][] {{'b', 'c'}});
    assertThat(Slipstream.fence(array, new IndexRange(4, 4)).join()).isEmpty();
  }

  @Test
  void aFenceOutsideOfItsArrayIsAnErrorHoweverFar() {
    int[] array = new int[4];
    for (IndexRange region :
        List.of(new IndexRange(-1, 2), new IndexRange(3, 5), new IndexRange(1L << 32, 1L << 33))) {
      assertThatThrownBy(() -> Slipstream.fence(array, region))
          .as(region.toString())
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void aTaskChangesTheObjectThatItDeclares() {
    HostObject<StringBuilder> log = HostObject.of(new StringBuilder());
    for (int step = 0; step < 3; step++) {
      int number = step;
      Slipstream.once(() -> log.get().append(number).append(' '), HostAccess.effects(log));
    }
    assertThat(log.get()).hasToString("0 1 2 ");
    assertThatThrownBy(() -> HostObject.of(null)).hasMessage("the object is null");
  }
}
