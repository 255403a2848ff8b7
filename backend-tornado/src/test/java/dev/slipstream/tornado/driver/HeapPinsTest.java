package dev.slipstream.tornado.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.GarbageCollection;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeapPinsTest {
  private static final int BYTES = 10 * StandInDriver.PAGE;

  private final StandInDriver driver = StandInDriver.of(new byte[0]);
  private final StandInMoves moves = new StandInMoves();
  private final HeapPins pins = new HeapPins(driver, moves);
  private final byte[] array = new byte[BYTES];

  @BeforeEach
  void enter() {
    driver.enter();
  }

  private Optional<HeapPins.Range> use(byte[] used) throws Exception {
    return pins.use(used, used.length);
  }

  private Optional<HeapPins.Range> useOften(byte[] used) throws Exception {
    Optional<HeapPins.Range> range = Optional.empty();
    for (int time = 0; time < 10_000 && range.isEmpty(); time++) {
      range = use(used);
    }
    return range;
  }

  @Test
  void anArrayIsPinnedOnceItHasBeenCopiedOften() throws Exception {
    assertThat(use(array)).isEmpty();
    assertThat(useOften(array)).contains(new HeapPins.Range(0, BYTES));
    assertThat(driver.pinned).hasSize(1);
    assertThat(pins.copy(() -> {})).isTrue();
  }

  @Test
  void ofTheNextArrayAllPagesArePinnedThatTheFirstOneDoesNotHave() throws Exception {
    useOften(array);
    byte[] next = new byte[BYTES];
    HeapPins.Range range = useOften(next).orElseThrow();
    assertThat(driver.pinned).hasSize(2);
    assertThat(range.from()).isBetween(1L, (long) StandInDriver.PAGE);
    assertThat(range.to()).isEqualTo(BYTES);
    assertThat((driver.address(next) + range.from()) % StandInDriver.PAGE).isZero();
  }

  @Test
  void anArrayThatHasMovedIsNotPinnedAnyMore() throws Exception {
    useOften(array);
    moves.young++;
    driver.move(array, 1L << 30);
    assertThat(pins.copy(() -> {})).isFalse();
    assertThat(use(array)).isEmpty();
    assertThat(driver.pinned).isEmpty();
    assertThat(useOften(array)).isPresent();
    assertThat(driver.pinned.firstKey()).isGreaterThanOrEqualTo((1L << 30) - StandInDriver.PAGE);
  }

  @Test
  void anArrayThatMayHaveMovedAndComeBackIsNotPinnedAnyMore() throws Exception {
    useOften(array);
    moves.young += 2;
    assertThat(use(array)).isEmpty();
    assertThat(driver.pinned).isEmpty();
  }

  @Test
  void oneCollectionThatLeavesAnArrayWhereItIsKeepsIt() throws Exception {
    useOften(array);
    moves.compacting++;
    assertThat(use(array)).isPresent();
    moves.young++;
    assertThat(use(array)).isPresent();
  }

  @Test
  void whatACollectionOfTheYoungHasLeftStaysUntilACompaction() throws Exception {
    useOften(array);
    moves.young++;
    use(array);
    moves.young += 5;
    assertThat(use(array)).isPresent();
    moves.young++;
    moves.compacting++;
    assertThat(use(array)).isEmpty();
  }

  @Test
  void whereOldArraysMoveInTheSameCollectionsOnlyLargeOnesStay() throws Exception {
    moves.staysOnceLeft = false;
    useOften(array);
    moves.young++;
    assertThat(use(array)).isPresent();
    moves.young += 5;
    assertThat(use(array)).isEmpty();
    moves.neverYoung = true;
    assertThat(useOften(array)).isPresent();
    moves.young += 5;
    assertThat(use(array)).isPresent();
  }

  @Test
  void aCollectionWhileElementsAreCopiedMakesThemWorthless() throws Exception {
    useOften(array);
    assertThat(pins.copy(() -> moves.young++)).isFalse();
  }

  @Test
  void whatTheDriverRefusesSinceAnArrayHasMovedIsNoFailure() throws Exception {
    useOften(array);
    assertThat(
            pins.copy(
                () -> {
                  moves.compacting++;
                  driver.move(array, 1L << 30);
                  driver.toDevice(array, 0, 0, BYTES);
                }))
        .isFalse();
    assertThatThrownBy(
            () -> {
              use(array);
              pins.copy(() -> driver.toDevice(array, 0, 0, BYTES));
            })
        .isInstanceOf(DriverException.class);
  }

  @Test
  void nothingStaysPinnedIfACollectionComesWhileArraysAreInspected() throws Exception {
    useOften(array);
    moves.young++;
    driver.whileLooking = () -> moves.young++;
    assertThat(use(array)).isEmpty();
    driver.whileLooking = () -> {};
    assertThat(driver.pinned).isEmpty();
  }

  @Test
  void anArrayThatIsGoneIsUnpinnedAfterTheNextCollection() throws Exception {
    byte[][] gone = {new byte[BYTES]};
    useOften(gone[0]);
    driver.forget(gone[0]);
    assertThat(driver.pinned).hasSize(1);
    gone[0] = null;
    GarbageCollection.until(
        "the collected array to be unpinned",
        () -> {
          moves.young++;
          pins.check();
          return driver.pinned.isEmpty();
        });
    assertThat(use(array)).isEmpty();
  }

  @Test
  void anArrayThatMovesWhileItIsPinnedIsNotPinned() throws Exception {
    driver.whilePinning = () -> moves.young++;
    for (int time = 0; time < 20; time++) {
      assertThat(use(array)).isEmpty();
    }
    assertThat(moves.young).isPositive();
    assertThat(driver.pinned).isEmpty();
  }

  @Test
  void anArrayThatMovesTooOftenIsLeftAlone() throws Exception {
    int times = 0;
    while (useOften(array).isPresent()) {
      moves.young += 2;
      times++;
    }
    assertThat(times).isBetween(2, 10);
    assertThat(driver.pinned).isEmpty();
  }

  @Test
  void onlySomeArraysArePinnedAtATime() throws Exception {
    for (int other = 0; other < 100; other++) {
      useOften(new byte[BYTES]);
    }
    assertThat(driver.pinned).hasSizeBetween(10, 67);
    pins.close();
    assertThat(driver.pinned).isEmpty();
  }
}
