package dev.slipstream.tornado.copying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.tornado.layout.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectCopiesTest {
  private static final int LENGTH = 5_000_011;

  private final byte[] memory = new byte[Integer.BYTES * LENGTH];
  private final StandInDriver driver = StandInDriver.of(memory);
  private final StandInMoves moves = new StandInMoves();
  private final CopyThreads threads = new CopyThreads(3);
  private final DirectCopies copies = DirectCopies.of(driver, threads, Optional.of(moves));

  @AfterEach
  void close() throws Exception {
    driver.broken = false;
    copies.close();
    threads.close();
    assertThat(driver.pinned).isEmpty();
    assertThat(driver.stages).hasValue(0);
  }

  /** The elements of an array as the program's arrays are copied. */
  private record Elements(int[] elements, boolean toDevice) implements Piece {
    @Override
    public void copy(int first, int count, ByteBuffer at) {
      ArrayLayout layout = ArrayLayout.of(elements);
      if (toDevice) {
        layout.put(first, count, at);
      } else {
        layout.get(first, count, at);
      }
    }

    @Override
    public Optional<Object> array() {
      return Optional.of(elements);
    }
  }

  private void store(int[] array, int from, int to) throws Exception {
    copies.store(0, Integer.BYTES, from, to, new Elements(array, /* toDevice= */ true));
  }

  private void load(int[] array, int from, int to) throws Exception {
    copies.load(0, Integer.BYTES, from, to, new Elements(array, /* toDevice= */ false));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 500, 200_000, 1_500_000, LENGTH})
  void whatWasCopiedToTheDeviceComesBackHoweverOftenItWasCopied(int count) throws Exception {
    Random random = new Random(count);
    int[] sent = new int[LENGTH];
    int[] came = new int[LENGTH];
    int[] wanted = new int[LENGTH];
    for (int time = 0; time < 40; time++) {
      int from = random.nextInt(LENGTH - count + 1);
      for (int i = from; i < from + count; i++) {
        sent[i] = random.nextInt();
      }
      store(sent, from, from + count);
      load(came, from, from + count);
      System.arraycopy(sent, from, wanted, from, count);
      assertThat(Arrays.equals(came, wanted)).isTrue();
    }
    if (count < 1_000) {
      assertThat(driver.inPlace.get()).isZero();
    } else {
      assertThat(driver.inPlace.get()).isPositive();
    }
  }

  @Test
  void whatIsPinnedGoesToTheDeviceAndComesBackInOnePart() throws Exception {
    int[] sent = new int[LENGTH];
    int[] came = new int[LENGTH];
    for (int time = 0; time < 10; time++) {
      store(sent, 0, LENGTH);
      load(came, 0, LENGTH);
    }
    int before = driver.inPlace.get();
    store(sent, 0, LENGTH);
    assertThat(driver.inPlace.get()).isEqualTo(before + 1);
    load(came, 0, LENGTH);
    assertThat(driver.inPlace.get()).isEqualTo(before + 2);
  }

  @Test
  void whatACollectionDisturbsIsCopiedAgainByWayOfPinnedMemory() throws Exception {
    int[] sent = new int[LENGTH];
    int[] came = new int[LENGTH];
    for (int time = 0; time < 10; time++) {
      store(sent, 0, LENGTH);
      load(came, 0, LENGTH);
    }
    Arrays.setAll(sent, i -> 7 * i);
    driver.beforeInPlace = () -> moves.young++;
    int before = driver.inPlace.get();
    store(sent, 0, LENGTH);
    assertThat(driver.inPlace.get()).isEqualTo(before + 1);
    load(came, 0, LENGTH);
    assertThat(Arrays.equals(came, sent)).isTrue();
  }

  @Test
  void aLargeArrayGoesToTheDeviceWithOneCallAndAgainIfItMovesMeanwhile() throws Exception {
    int length = (1 << 24) + 1_000;
    byte[] large = new byte[Integer.BYTES * length];
    CopyThreads some = new CopyThreads(1);
    StandInDriver own = StandInDriver.of(large);
    DirectCopies copying = DirectCopies.of(own, some, Optional.of(moves));
    int[] sent = new int[length];
    Arrays.setAll(sent, i -> 3 * i);
    Elements elements = new Elements(sent, /* toDevice= */ true);
    for (int time = 0; time < 9; time++) {
      copying.store(0, Integer.BYTES, 0, length, elements);
    }
    int before = own.inPlace.get();
    copying.store(0, Integer.BYTES, 0, length, elements);
    assertThat(own.inPlace).hasValue(before + 1);
    assertThat(own.pinned).isNotEmpty();
    Arrays.fill(large, (byte) 0);
    int staged = own.staged.get();
    own.whileCopying =
        () -> {
          if (own.inPlace.get() > before + 1) {
            moves.young++;
            own.move(sent, 1L << 40);
            own.whileCopying = () -> sent[length / 2]++;
          }
        };
    copying.store(0, Integer.BYTES, 0, length, elements);
    assertThat(own.staged.get()).isGreaterThan(staged);
    assertThat(own.inPlace).hasValue(before + 2);
    assertThat(own.pinned).as("where it was").isEmpty();
    int[] came = new int[length];
    ByteBuffer.wrap(large).order(ByteOrder.nativeOrder()).asIntBuffer().get(came);
    assertThat(Arrays.equals(came, sent)).isTrue();
    copying.close();
    some.close();
  }

  @Test
  void aLargeArrayThatACollectionLeavesWhereItIsIsNotCopiedAgain() throws Exception {
    int length = (1 << 24) + 1_000;
    byte[] large = new byte[Integer.BYTES * length];
    CopyThreads some = new CopyThreads(1);
    StandInDriver own = StandInDriver.of(large);
    DirectCopies copying = DirectCopies.of(own, some, Optional.of(moves));
    int[] sent = new int[length];
    Elements elements = new Elements(sent, /* toDevice= */ true);
    for (int time = 0; time < 10; time++) {
      copying.store(0, Integer.BYTES, 0, length, elements);
    }
    int staged = own.staged.get();
    sent[length / 2] = 17;
    int before = own.inPlace.get();
    own.whileCopying =
        () -> {
          if (own.inPlace.get() > before) {
            moves.young++;
            own.whileCopying = () -> {};
          }
        };
    copying.store(0, Integer.BYTES, 0, length, elements);
    assertThat(own.staged.get() - staged).as("its edges").isLessThanOrEqualTo(2);
    assertThat(large[length / 2 * Integer.BYTES]).isEqualTo((byte) 17);
    copying.close();
    some.close();
  }

  @Test
  void whatTheDriverRefusesOfAnArrayThatHasMovedIsCopiedAllTheSame() throws Exception {
    int[] sent = new int[LENGTH];
    int[] came = new int[LENGTH];
    for (int time = 0; time < 10; time++) {
      store(sent, 0, LENGTH);
    }
    Arrays.setAll(sent, i -> 5 * i);
    driver.beforeInPlace =
        () -> {
          moves.compacting++;
          driver.move(sent, 1L << 40);
        };
    store(sent, 0, LENGTH);
    load(came, 0, LENGTH);
    assertThat(Arrays.equals(came, sent)).isTrue();
  }

  @Test
  void withoutMemoryForMoreStagesFewerThreadsCopyAndNobodyAsksAgain() throws Exception {
    driver.mostStages = 2;
    int[] sent = new int[LENGTH];
    int[] came = new int[LENGTH];
    Arrays.setAll(sent, i -> 9 * i);
    for (int time = 0; time < 3; time++) {
      store(sent, 0, LENGTH);
      load(came, 0, LENGTH);
    }
    assertThat(Arrays.equals(came, sent)).isTrue();
    assertThat(driver.stages).hasValue(2);
    assertThat(driver.refusedStages).hasValue(1);
  }

  @Test
  void whereNobodyKnowsWhenArraysMoveNothingIsPinned() throws Exception {
    DirectCopies blind = DirectCopies.of(driver, threads, Optional.empty());
    int[] sent = new int[LENGTH];
    Arrays.setAll(sent, i -> 3 * i);
    for (int time = 0; time < 20; time++) {
      blind.store(0, Integer.BYTES, 0, LENGTH, new Elements(sent, /* toDevice= */ true));
    }
    assertThat(driver.inPlace.get()).isZero();
    assertThat(ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder()).getInt(40)).isEqualTo(30);
    blind.close();
  }

  @Test
  void aRehearsalFindsOutWhetherTheDeviceHoldsWhatIsCopied() throws Exception {
    assertThat(copies.rehearse(0, 1 << 14)).isTrue();
    assertThat(driver.inPlace.get()).isPositive();
    assertThat(driver.staged.get()).isPositive();
    StandInDriver forgetful =
        new StandInDriver((device, bytes) -> ByteBuffer.allocate((int) bytes));
    DirectCopies lost = DirectCopies.of(forgetful, threads, Optional.of(moves));
    assertThat(lost.rehearse(0, 1 << 14)).isFalse();
    lost.close();
  }

  @Test
  void aDriverThatFailsFailsTheCopyWhateverTheThreads() {
    driver.broken = true;
    int[] sent = new int[LENGTH];
    assertThatThrownBy(() -> store(sent, 0, LENGTH)).isInstanceOf(DriverException.class);
    assertThatThrownBy(() -> load(sent, 0, 5)).isInstanceOf(DriverException.class);
  }

  @Test
  void anErrorOfWhatFillsMemoryIsReportedAsItIs() {
    Piece broken =
        (first, count, at) -> {
          throw new IllegalArgumentException("no elements");
        };
    assertThatThrownBy(() -> copies.store(0, Integer.BYTES, 0, LENGTH, broken))
        .hasRootCauseMessage("no elements");
  }
}
