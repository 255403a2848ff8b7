package dev.slipstream.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are threads of this process; {@code -Dslipstream.test.seed} sets the seed. */
@Timeout(120)
class ExchangerTest {
  private static final int MOST_MESSAGE = CallMessages.MOST_BYTES + 100;

  private static double[] doubles(long seed, int length) {
    Random random = new Random(seed);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      // Any bits: numbers, infinities, not-a-numbers of all kinds.
      values[i] =
          i % 7 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextDouble() - 0.5;
    }
    return values;
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static double[] joined(List<double[]> all) {
    return all.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static void requireAll(List<double[]> results, double[] expected) {
    for (double[] result : results) {
      assertThat(bits(result)).isEqualTo(bits(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void everyRankGetsWhatAnyRootHasAndTheOthersNeedNoArray(int size) {
    LocalRanks ranks = new LocalRanks(size);
    for (int root = 0; root < size; root++) {
      for (int length : new int[] {0, 1, 1000}) {
        double[] values = doubles(root, length);
        int from = root;
        List<double[]> results =
            ranks.run(
                channel ->
                    new Exchanger(channel)
                        .broadcast(
                            ArrayKind.DOUBLES, channel.rank() == from ? values : noArray(), from));
        requireAll(results, values);
        assertThat(results).allSatisfy(result -> assertThat(result).isNotSameAs(values));
      }
    }
    assertThat(ranks.isAnythingLeft()).isFalse();
  }

  @SuppressWarnings("NullAway") // Null, which programs may pass.
  private static double[] noArray() {
    return null;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void arraysOfDifferentLengthsAreGatheredInTheOrderOfTheRanks(int size) {
    Random random = Seeds.random(size);
    LocalRanks ranks = new LocalRanks(size);
    for (int round = 0; round < 10; round++) {
      List<double[]> own =
          random.ints(size, 0, 2000).mapToObj(n -> doubles(n, n % 3 == 0 ? 0 : n)).toList();
      requireAll(
          ranks.run(
              channel ->
                  new Exchanger(channel).allGather(ArrayKind.DOUBLES, own.get(channel.rank()))),
          joined(own));
      int root = random.nextInt(size);
      List<double[]> gathered =
          ranks.run(
              channel ->
                  new Exchanger(channel).gather(ArrayKind.DOUBLES, own.get(channel.rank()), root));
      for (int rank = 0; rank < size; rank++) {
        assertThat(bits(gathered.get(rank)))
            .isEqualTo(rank == root ? bits(joined(own)) : new long[0]);
      }
    }
    assertThat(ranks.isAnythingLeft()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void partsOfAnyRootsArrayAreScatteredAndGatheredAgain(int size) {
    LocalRanks ranks = new LocalRanks(size);
    for (int root = 0; root < size; root++) {
      for (int length : new int[] {0, 1, size - 1, size, size + 1, 100, 1003}) {
        double[] values = doubles(length, length);
        int from = root;
        List<double[]> parts =
            ranks.run(
                channel ->
                    new Exchanger(channel)
                        .scatter(
                            ArrayKind.DOUBLES, channel.rank() == from ? values : noArray(), from));
        assertThat(bits(joined(parts))).isEqualTo(bits(values));
        for (double[] part : parts) {
          assertThat(part.length).isBetween(length / size, (length + size - 1) / size);
        }
      }
    }
    assertThat(ranks.isAnythingLeft()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void elementsAreCombinedInTheOrderOfTheRanksHoweverManyThereAre(int size) {
    Random random = Seeds.random(100 + size);
    LocalRanks ranks = new LocalRanks(size);
    for (int length : new int[] {0, 1, 2, 500, 1023, 1024, 1025, 5000}) {
      long seed = random.nextLong();
      // Neither commutative nor associative.
      double[] expected = doubles(seed, length);
      for (int rank = 1; rank < size; rank++) {
        double[] more = doubles(seed + rank, length);
        for (int i = 0; i < length; i++) {
          expected[i] = expected[i] * 0.75 - more[i];
        }
      }
      List<double[]> results =
          ranks.run(
              channel -> {
                double[] own = doubles(seed + channel.rank(), length);
                double[] combined =
                    new Exchanger(channel).allReduce(own, (lower, higher) -> lower * 0.75 - higher);
                assertThat(bits(own)).isEqualTo(bits(doubles(seed + channel.rank(), length)));
                return combined;
              });
      requireAll(results, expected);
    }
    assertThat(ranks.isAnythingLeft()).isFalse();
  }

  @Test
  void intsAndLongsAreCombinedToo() {
    LocalRanks ranks = new LocalRanks(3);
    List<int[]> ints =
        ranks.run(
            channel ->
                new Exchanger(channel)
                    .allReduce(
                        new int[] {channel.rank(), 7}, (lower, higher) -> 10 * lower + higher));
    assertThat(ints).allSatisfy(all -> assertThat(all).containsExactly(12, 777));
    List<long[]> longs =
        ranks.run(
            channel ->
                new Exchanger(channel).allReduce(new long[] {1L << 40, channel.rank()}, Long::sum));
    assertThat(longs).allSatisfy(all -> assertThat(all).containsExactly(3L << 40, 3));
  }

  @Test
  void arraysOfAllKindsKeepTheirBits() {
    LocalRanks ranks = new LocalRanks(2);
    byte[] bytes = {-128, 0, 127};
    int[] ints = {Integer.MIN_VALUE, -1, 1 << 30};
    long[] longs = {Long.MIN_VALUE, 0x0123456789ABCDEFL};
    float[] floats = {-0.0f, Float.intBitsToFloat(0x7FC00001), Float.intBitsToFloat(0xFFA12345)};
    double[] doubles = {-0.0, Double.longBitsToDouble(0x7FF4000000000001L), Double.MIN_VALUE};
    ranks.run(
        channel -> {
          Exchanger exchanger = new Exchanger(channel);
          assertThat(exchanger.broadcast(ArrayKind.BYTES, bytes, 1)).containsExactly(bytes);
          assertThat(exchanger.broadcast(ArrayKind.INTS, ints, 0)).containsExactly(ints);
          assertThat(exchanger.broadcast(ArrayKind.LONGS, longs, 1)).containsExactly(longs);
          float[] received = exchanger.broadcast(ArrayKind.FLOATS, floats, 0);
          for (int i = 0; i < floats.length; i++) {
            assertThat(Float.floatToRawIntBits(received[i]))
                .isEqualTo(Float.floatToRawIntBits(floats[i]));
          }
          assertThat(bits(exchanger.broadcast(ArrayKind.DOUBLES, doubles, 1)))
              .isEqualTo(bits(doubles));
          return true;
        });
  }

  @Test
  void manyElementsGoInSeveralMessagesWhateverTheirNumber() {
    LocalRanks ranks = new LocalRanks(3);
    int step = CallMessages.MOST_BYTES / Double.BYTES;
    for (int length : new int[] {step - 1, step, step + 1, 3 * step, 7 * step + 5}) {
      double[] values = doubles(length, length);
      List<double[]> own = List.of(values, doubles(1, 3), doubles(2, 2 * step));
      ranks.run(
          channel -> {
            int rank = channel.rank();
            Exchanger exchanger = new Exchanger(channel);
            double[] all = exchanger.broadcast(ArrayKind.DOUBLES, values, 1);
            assertThat(Arrays.equals(bits(all), bits(values))).isTrue();
            double[] part = exchanger.scatter(ArrayKind.DOUBLES, values, 2);
            double[] again = exchanger.allGather(ArrayKind.DOUBLES, part);
            assertThat(Arrays.equals(bits(again), bits(values))).isTrue();
            double[] gathered = exchanger.gather(ArrayKind.DOUBLES, own.get(rank), 1);
            assertThat(Arrays.equals(bits(gathered), rank == 1 ? bits(joined(own)) : new long[0]))
                .isTrue();
            double[] most = exchanger.allReduce(values, (lower, higher) -> higher);
            assertThat(Arrays.equals(bits(most), bits(values))).isTrue();
            return true;
          });
    }
    assertThat(ranks.largestMessage()).isLessThan(MOST_MESSAGE);
    assertThat(ranks.isAnythingLeft()).isFalse();
  }

  @Test
  void whatIsGivenMayChangeAsSoonAsTheCallReturns() {
    List<double[]> results =
        new LocalRanks(4)
            .run(
                channel -> {
                  Exchanger exchanger = new Exchanger(channel);
                  double[] own = {channel.rank(), 5};
                  double[] all = exchanger.allGather(ArrayKind.DOUBLES, own);
                  Arrays.fill(own, 99);
                  double[] first = exchanger.broadcast(ArrayKind.DOUBLES, all, 2);
                  Arrays.fill(all, 98);
                  return first;
                });
    requireAll(results, new double[] {0, 5, 1, 5, 2, 5, 3, 5});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void noRankLeavesABarrierBeforeAllHaveCome(int size) {
    AtomicInteger come = new AtomicInteger();
    LocalRanks ranks = new LocalRanks(size);
    ranks.run(
        channel -> {
          Exchanger exchanger = new Exchanger(channel);
          for (int round = 1; round <= 50; round++) {
            come.incrementAndGet();
            exchanger.barrier();
            assertThat(come.get()).isGreaterThanOrEqualTo(round * size);
            exchanger.barrier();
          }
          return true;
        });
    assertThat(ranks.isAnythingLeft()).isFalse();
  }

  @Test
  void ranksThatAreSlowAreWaitedFor() {
    CountDownLatch othersHaveGiven = new CountDownLatch(2);
    List<double[]> results =
        new LocalRanks(3)
            .run(
                channel -> {
                  if (channel.rank() == 0) {
                    assertThat(othersHaveGiven.await(60, TimeUnit.SECONDS)).isTrue();
                  }
                  othersHaveGiven.countDown();
                  return new Exchanger(channel)
                      .allGather(ArrayKind.DOUBLES, new double[] {channel.rank()});
                });
    requireAll(results, new double[] {0, 1, 2});
  }

  @Test
  void aRootThatIsNoRankIsAnError() {
    Exchanger exchanger = new Exchanger(new LocalRanks(2).channel(0, 0, 0));
    for (int root : new int[] {-1, 2}) {
      assertThatThrownBy(() -> exchanger.gather(ArrayKind.INTS, new int[0], root))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is no rank " + root + ", only 0 to 1");
    }
  }

  @Test
  void whoHasToGiveAnArrayCannotGiveNull() {
    Exchanger exchanger = new Exchanger(new LocalRanks(1).channel(0, 0, 0));
    assertThatThrownBy(() -> exchanger.broadcast(ArrayKind.DOUBLES, noArray(), 0))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("this rank has to give an array");
  }

  @Test
  void arraysOfDifferentLengthsCannotBeCombined() {
    for (int[] lengths : new int[][] {{3, 4}, {1023, 1024}, {5000, 5001}, {0, 9000}}) {
      assertThatThrownBy(
              () ->
                  new LocalRanks(2)
                      .run(
                          channel ->
                              new Exchanger(channel)
                                  .allReduce(new double[lengths[channel.rank()]], Double::sum)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rank 0 has " + lengths[0])
          .hasMessageContaining("rank 1 has " + lengths[1])
          .hasMessageContaining("use allGather");
    }
  }

  @Test
  void ranksThatCallDifferentMethodsEndWithBothNames() {
    assertThatThrownBy(
            () ->
                new LocalRanks(2)
                    .run(
                        channel -> {
                          Exchanger exchanger = new Exchanger(channel);
                          exchanger.barrier();
                          if (channel.rank() == 0) {
                            return exchanger.broadcast(ArrayKind.DOUBLES, new double[2], 0).length;
                          }
                          return exchanger.allGather(ArrayKind.LONGS, new long[1]).length;
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "ranks call different methods: rank 0 has called broadcast(double[]) with root 0, call"
                + " 2 of task 1 of the group \"group3\"; rank 1 calls allGather(long[]), call 2 of"
                + " task 1 of the group. All ranks have to call the same methods of"
                + " CollectiveContext, with the same types and roots, in the same order");
  }

  @Test
  void otherRootsTypesAndNumbersOfCallsAreNoticed() {
    List<LocalRanks.Work<Object>> wrong =
        List.of(
            channel ->
                new Exchanger(channel)
                    .gather(ArrayKind.INTS, new int[1], channel.rank() == 2 ? 0 : 1),
            channel ->
                channel.rank() == 0
                    ? new Exchanger(channel).allGather(ArrayKind.INTS, new int[1])
                    : new Exchanger(channel).allGather(ArrayKind.FLOATS, new float[1]),
            channel -> {
              Exchanger exchanger = new Exchanger(channel);
              if (channel.rank() == 0) {
                exchanger.broadcast(ArrayKind.INTS, new int[1], 0);
              }
              return exchanger.broadcast(ArrayKind.INTS, new int[1], 0);
            });
    for (LocalRanks.Work<Object> each : wrong) {
      LocalRanks ranks = new LocalRanks(3);
      assertThatThrownBy(
              () ->
                  ranks.run(
                      channel -> {
                        each.run(channel);
                        new Exchanger(ranks.channel(channel.rank(), 3, 1)).barrier();
                        return new Exchanger(ranks.channel(channel.rank(), 3, 2))
                            .allGather(ArrayKind.INTS, new int[1]);
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("ranks call different methods");
    }
  }

  @Test
  void whatATaskHasLeftIsNotTakenForAMessageOfTheNextOne() {
    LocalRanks ranks = new LocalRanks(2);
    assertThatThrownBy(
            () ->
                ranks.run(
                    channel -> {
                      int rank = channel.rank();
                      if (rank == 0) {
                        new Exchanger(channel).broadcast(ArrayKind.INTS, new int[1], 0);
                      }
                      return new Exchanger(ranks.channel(rank, 3, 1))
                          .broadcast(ArrayKind.INTS, new int[1], 0);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call 1 of task 1 of the group \"group3\"")
        .hasMessageContaining("call 1 of task 2 of the group");
  }

  @Test
  void whatIsNoMessageOfACallIsAnError() {
    LocalRanks ranks = new LocalRanks(2);
    for (byte[] wrong : new byte[][] {{}, new byte[5], noOperation()}) {
      ranks.channel(1, 0, 0).send(0, wrong);
      assertThatThrownBy(
              () -> new Exchanger(ranks.channel(0, 0, 0)).gather(ArrayKind.INTS, new int[0], 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static byte[] noOperation() {
    byte[] message = new byte[40];
    Arrays.fill(message, (byte) 9);
    return message;
  }
}
