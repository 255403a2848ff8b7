package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PortAddressTest {
  private final PortAddress address =
      new PortAddress(
          new byte[] {1, 2, 3},
          1L << 40,
          new byte[] {4, 5},
          true,
          new SharedFile(12, 3, 4096),
          UUID.randomUUID());

  @Test
  void anAddressIsReadAsItWasWritten() {
    PortAddress read = PortAddress.of(address.bytes());
    assertThat(read).usingRecursiveComparison().isEqualTo(address);
  }

  @Test
  void whatIsNoAddressIsRefused() {
    byte[] bytes = address.bytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] shorter = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> PortAddress.of(shorter))
          .isInstanceOf(IllegalArgumentException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> PortAddress.of(longer)).isInstanceOf(IllegalArgumentException.class);
    PortAddress nowhere =
        new PortAddress(new byte[1], -1, new byte[1], false, null, UUID.randomUUID());
    assertThatThrownBy(() -> PortAddress.of(nowhere.bytes()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
