package dev.slipstream.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.memory.MemoryStore.Purpose;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
  private final DirectMemory memory = new DirectMemory(1 << 20);

  @Test
  void whatIsTakenIsLargeEnoughAndOutsideOfTheHeap() {
    for (long bytes : new long[] {0, 1, 4096, 4097, 1_000_000, 3_000_001}) {
      ByteBuffer taken = memory.take(bytes, Purpose.STAGING);
      assertThat(taken.isDirect()).isTrue();
      assertThat((long) taken.remaining()).isGreaterThanOrEqualTo(bytes);
    }
  }

  @Test
  void whatIsGivenBackIsGivenToTheNextWhoWantsAsMuch() {
    ByteBuffer first = memory.take(100_000, Purpose.SPILL);
    first.position(7);
    memory.giveBack(first);
    assertThat(memory.take(10, Purpose.SPILL)).isNotSameAs(first);
    ByteBuffer again = memory.take(100_001, Purpose.SPILL);
    assertThat(again).isSameAs(first);
    assertThat(again.position()).isZero();
    assertThat(memory.take(100_001, Purpose.SPILL)).as("it is taken").isNotSameAs(first);
  }

  @Test
  void noMoreIsKeptThanWasAskedFor() {
    ByteBuffer large = memory.take(700_000, Purpose.SPILL);
    ByteBuffer other = memory.take(700_000, Purpose.SPILL);
    memory.giveBack(large);
    memory.giveBack(other);
    assertThat(memory.take(700_000, Purpose.SPILL)).isSameAs(large);
    assertThat(memory.take(700_000, Purpose.SPILL)).isNotSameAs(other);
  }

  @Test
  void moreThanTwoGibibytesInOneBlockAreAnErrorThatSaysWhatToDo() {
    assertThatThrownBy(() -> memory.take(1L << 31, Purpose.SPILL))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("slipstream.device.memory");
  }

  @Test
  void devicesAreUsedAsFarAsTheyGo() {
    assertThat(memory.budget(0, 12_345)).isEqualTo(12_345);
  }
}
