package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToldPartsTest {
  private final ToldParts parts = new ToldParts();

  private List<String> add(long sequence, int total, int offset, String text) {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    return parts.add(new ControlMessage.Told(sequence, total, offset, bytes)).stream()
        .map(complete -> StandardCharsets.US_ASCII.decode(complete).toString())
        .toList();
  }

  @Test
  void partsThatOvertakeEachOtherArePutInOrder() {
    assertThat(add(1, 5, 3, "lo")).isEmpty();
    assertThat(add(2, 0, 0, "")).isEmpty();
    assertThat(add(0, 5, 0, "hel")).containsExactly("hello", "");
    assertThat(add(3, 2, 0, "go")).containsExactly("go");
  }

  @Test
  void partsThatDoNotBelongTogetherAreRefused() {
    assertThat(add(0, 5, 0, "hel")).isEmpty();
    assertThatThrownBy(() -> add(0, 5, 0, "hel")).hasMessageContaining("part 0 where 1 is due");
    assertThatThrownBy(() -> add(1, 6, 3, "lo")).hasMessageContaining("2 bytes at 3 of 6");
    assertThatThrownBy(() -> new ToldParts().add(part(ToldParts.MOST_BYTES + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ControlMessage.Told part(int total) {
    return new ControlMessage.Told(0, total, 0, ByteBuffer.allocate(1));
  }
}
