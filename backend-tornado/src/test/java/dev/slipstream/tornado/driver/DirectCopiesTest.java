package dev.slipstream.tornado.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  private final DirectCopies copies = DirectCopies.of(driver, Optional.of(moves));

  @AfterEach
  void close() throws Exception {
    driver.broken = false;
    copies.close();
    assertThat(driver.pinned).isEmpty();
    assertThat(driver.stages).hasValue(0);
  }

  /**
   * Copies ints as the runtime does: those that are not copied in place go through memory outside
   * the heap.
   */
  private static void copy(DirectCopies copies, boolean toDevice, int[] array, int from, int to)
      throws DriverException {
    if (copies.copy(toDevice, 0, array, from, to, /* always= */ false)) {
      return;
    }
    int count = to - from;
    ByteBuffer memory =
        ByteBuffer.allocateDirect(Integer.BYTES * count).order(ByteOrder.nativeOrder());
    if (toDevice) {
      memory.asIntBuffer().put(array, from, count);
    }
    copies.copy(toDevice, (long) Integer.BYTES * from, memory);
    if (!toDevice) {
      memory.asIntBuffer().get(array, from, count);
    }
  }

  private void store(int[] array, int from, int to) throws Exception {
    copy(copies, /* toDevice= */ true, array, from, to);
  }

  private void load(int[] array, int from, int to) throws Exception {
    copy(copies, /* toDevice= */ false, array, from, to);
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

  /** Copies an array that is too large for one critical call, until it is pinned. */
  private final class Large implements AutoCloseable {
    final int[] sent = new int[(1 << 24) + 1_000];
    final byte[] memory = new byte[Integer.BYTES * sent.length];
    final StandInDriver driver = StandInDriver.of(memory);
    final DirectCopies copies = DirectCopies.of(driver, Optional.of(moves));

    Large() throws DriverException {
      Arrays.setAll(sent, i -> 3 * i);
      for (int time = 0; time < 9; time++) {
        store();
      }
    }

    void store() throws DriverException {
      copy(copies, /* toDevice= */ true, sent, 0, sent.length);
    }

    /** Runs an action once, during the next copy of the array. */
    void during(Runnable happens) {
      int before = driver.inPlace.get();
      driver.whileCopying =
          () -> {
            if (driver.inPlace.get() > before) {
              driver.whileCopying = () -> {};
              happens.run();
            }
          };
    }

    /** Checks that the device has the array's elements. */
    void requireCopied() {
      int[] came = new int[sent.length];
      ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder()).asIntBuffer().get(came);
      assertThat(Arrays.equals(came, sent)).isTrue();
    }

    @Override
    public void close() throws DriverException {
      copies.close();
    }
  }

  @Test
  void aLargeArrayGoesToTheDeviceWithOneCallAndAgainIfItMovesMeanwhile() throws Exception {
    try (Large large = new Large()) {
      int before = large.driver.inPlace.get();
      large.store();
      assertThat(large.driver.inPlace).hasValue(before + 1);
      assertThat(large.driver.pinned).isNotEmpty();
      Arrays.fill(large.memory, (byte) 0);
      int staged = large.driver.staged.get();
      large.during(
          () -> {
            moves.young++;
            large.driver.move(large.sent, 1L << 40);
            // The elements copied now are undefined.
            large.driver.whileCopying = () -> large.sent[large.sent.length / 2]++;
          });
      large.store();
      assertThat(large.driver.staged.get()).isGreaterThan(staged + 2);
      assertThat(large.driver.inPlace).hasValue(before + 2);
      assertThat(large.driver.pinned).as("where it was").isEmpty();
      large.requireCopied();
    }
  }

  @Test
  void aLargeArrayThatACollectionLeavesWhereItIsIsNotCopiedAgain() throws Exception {
    try (Large large = new Large()) {
      int staged = large.driver.staged.get();
      large.sent[large.sent.length / 2] = 17;
      large.during(() -> moves.young++);
      large.store();
      assertThat(large.driver.staged.get() - staged).as("its edges").isLessThanOrEqualTo(2);
      large.requireCopied();
    }
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
  void nothingIsPinnedIfItIsUnknownWhenArraysMove() throws Exception {
    DirectCopies blind = DirectCopies.of(driver, Optional.empty());
    int[] sent = new int[LENGTH];
    Arrays.setAll(sent, i -> 3 * i);
    for (int time = 0; time < 20; time++) {
      copy(blind, /* toDevice= */ true, sent, 0, LENGTH);
    }
    assertThat(driver.inPlace.get()).isZero();
    assertThat(ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder()).getInt(40)).isEqualTo(30);
    blind.close();
  }

  @Test
  void aFewElementsAreCopiedInPlaceWhereThatIsToBeTried() throws Exception {
    byte[] few = {1, 2, 3};
    int tries = 0;
    while (!copies.copy(/* toDevice= */ true, 0, few, 0, few.length, /* always= */ true)) {
      assertThat(++tries).isLessThan(10);
    }
    assertThat(memory).startsWith(1, 2, 3);
    assertThat(copies.copy(/* toDevice= */ true, 0, few, 0, few.length, /* always= */ false))
        .isFalse();
  }

  @Test
  void booleansAreNeverCopiedInPlace() throws Exception {
    boolean[] array = new boolean[1 << 20];
    for (int time = 0; time < 20; time++) {
      assertThat(copies.copy(/* toDevice= */ true, 0, array, 0, array.length, true)).isFalse();
    }
    assertThat(driver.inPlace.get()).isZero();
  }

  @Test
  void aDriverThatFailsFailsTheCopy() {
    driver.broken = true;
    int[] sent = new int[LENGTH];
    assertThatThrownBy(() -> store(sent, 0, LENGTH)).isInstanceOf(DriverException.class);
    assertThatThrownBy(() -> load(sent, 0, 5)).isInstanceOf(DriverException.class);
  }
}
