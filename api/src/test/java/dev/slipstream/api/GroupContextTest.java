package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.collective.LocalRanks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The operations of collective host tasks, with ranks that are threads of this process. */
@Timeout(60)
class GroupContextTest {
  /** The code that a rank runs. */
  private interface Work {
    Object run(CollectiveContext ranks);
  }

  private static List<Object> run(int size, Work work) {
    return run(size, rank -> Map.of(), work);
  }

  /** The variables of a rank. */
  private interface Environment {
    Map<String, String> of(int rank);
  }

  private static List<Object> run(int size, Environment environment, Work work) {
    return new LocalRanks(size)
        .run(
            channel ->
                work.run(
                    new GroupContext(
                        new Place(channel.rank(), size), channel, environment.of(channel.rank()))));
  }

  /** The part of a rank, which is one iteration. */
  private record Place(long from, int size) implements Partition {
    @Override
    public long to() {
      return from + 1;
    }

    @Override
    public IndexRange iterations() {
      return new IndexRange(0, size);
    }

    @Override
    public IndexRange allocationWindow(Object array) {
      return HostMapper.evenSplit()
          .map(new IndexRange(from, to()), iterations(), ((double[]) array).length);
    }
  }

  @Test
  void everyRankKnowsItsPlace() {
    assertThat(
            run(
                3,
                ranks ->
                    List.of(
                        ranks.rank(), ranks.size(), ranks.from(), ranks.to(), ranks.iterations())))
        .containsExactly(
            List.of(0, 3, 0L, 1L, new IndexRange(0, 3)),
            List.of(1, 3, 1L, 2L, new IndexRange(0, 3)),
            List.of(2, 3, 2L, 3L, new IndexRange(0, 3)));
  }

  @Test
  void scatteredPartsAreThoseOfAnEvenSplit() {
    for (int size = 1; size <= 7; size++) {
      for (int length : new int[] {0, 1, 5, 7, 8, 100, 1001}) {
        double[] values = IntStream.range(0, length).asDoubleStream().toArray();
        run(
            size,
            ranks -> {
              double[] part = ranks.scatter(values, 0);
              IndexRange window = ranks.allocationWindow(values);
              assertThat(part)
                  .isEqualTo(
                      IntStream.range((int) window.from(), (int) window.to())
                          .asDoubleStream()
                          .toArray());
              return ranks.rank();
            });
      }
    }
  }

  @Test
  void arraysOfEveryKindAreExchanged() {
    run(
        3,
        ranks -> {
          int rank = ranks.rank();
          ranks.barrier();
          byte[] bytes = ranks.allGather(new byte[] {(byte) rank});
          assertThat(bytes).containsExactly(0, 1, 2);
          assertThat(ranks.scatter(bytes, 1)).containsExactly(rank);
          assertThat(ranks.broadcast(ranks.gather(bytes, 2), 2)).hasSize(9);
          int[] ints = ranks.allGather(new int[] {rank});
          assertThat(ints).containsExactly(0, 1, 2);
          assertThat(ranks.scatter(ints, 1)).containsExactly(rank);
          assertThat(ranks.broadcast(ranks.gather(ints, 2), 2)).hasSize(9);
          long[] longs = ranks.allGather(new long[] {rank});
          assertThat(longs).containsExactly(0, 1, 2);
          assertThat(ranks.scatter(longs, 1)).containsExactly(rank);
          assertThat(ranks.broadcast(ranks.gather(longs, 2), 2)).hasSize(9);
          float[] floats = ranks.allGather(new float[] {rank});
          assertThat(floats).containsExactly(0, 1, 2);
          assertThat(ranks.scatter(floats, 1)).containsExactly(rank);
          assertThat(ranks.broadcast(ranks.gather(floats, 2), 2)).hasSize(9);
          double[] doubles = ranks.allGather(new double[] {rank});
          assertThat(doubles).containsExactly(0, 1, 2);
          assertThat(ranks.scatter(doubles, 1)).containsExactly(rank);
          assertThat(ranks.broadcast(ranks.gather(doubles, 2), 2)).hasSize(9);
          assertThat(ranks.allReduce(ints, Integer::sum)).containsExactly(0, 3, 6);
          assertThat(ranks.allReduce(longs, Math::max)).containsExactly(0, 1, 2);
          assertThat(ranks.allReduce(doubles, (a, b) -> a - b)).containsExactly(0, -1, -2);
          assertThat(ranks.allReduceLong(rank + 5, (a, b) -> 10 * a + b)).isEqualTo(567);
          assertThat(ranks.allReduceDouble(rank + 1, (a, b) -> a / b)).isEqualTo(1.0 / 2 / 3);
          return rank;
        });
  }

  @Test
  void whatMpiCallsTheRanksIsKnownWhereItHasStartedThem() {
    int[] world = {4, 0, 7};
    for (String variable : List.of("OMPI_COMM_WORLD_RANK", "PMIX_RANK")) {
      List<Object> groups =
          run(
              3,
              rank -> Map.of(variable, String.valueOf(world[rank])),
              ranks -> ranks.mpi().orElseThrow());
      for (Object each : groups) {
        MpiGroup group = (MpiGroup) each;
        assertThat(group.worldRanks()).containsExactly(world);
        assertThat(group.tag()).isEqualTo(3);
        group.worldRanks()[0] = 9;
        assertThat(group.worldRanks()).containsExactly(world);
      }
    }
  }

  @Test
  void whereMpiHasNotStartedAllRanksNoneUsesIt() {
    List<Environment> others =
        List.of(
            rank -> Map.of(),
            rank -> rank == 1 ? Map.of() : Map.of("OMPI_COMM_WORLD_RANK", "" + rank),
            rank -> Map.of("OMPI_COMM_WORLD_RANK", "0"),
            rank -> Map.of("PMIX_RANK", "x" + rank));
    for (Environment other : others) {
      assertThat(run(2, other, CollectiveContext::mpi)).containsOnly(Optional.empty());
    }
  }

  @Test
  void aRankThatIsAloneNeedsNoOther() {
    run(
        1,
        ranks -> {
          ranks.barrier();
          double[] values = {1, -0.0};
          assertThat(ranks.broadcast(values, 0)).isNotSameAs(values).containsExactly(values);
          assertThat(ranks.allGather(values)).isNotSameAs(values).containsExactly(values);
          assertThat(ranks.gather(values, 0)).isNotSameAs(values).containsExactly(values);
          assertThat(ranks.scatter(values, 0)).isNotSameAs(values).containsExactly(values);
          assertThat(ranks.allReduce(values, Double::sum))
              .isNotSameAs(values)
              .containsExactly(values);
          assertThat(ranks.mpi()).isEmpty();
          return 0;
        });
  }
}
