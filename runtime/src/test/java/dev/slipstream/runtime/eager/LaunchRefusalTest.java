package dev.slipstream.runtime.eager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchRefusalTest {
  @Test
  void anArrayLargerThanTheLargestBufferIsRefused() {
    assertThatThrownBy(() -> MemoryLimits.check(new Card(2 << 20, 8 << 20), List.of(read(3 << 20))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB")
        .hasMessageContaining("Small Card (2 MiB)");
  }

  @Test
  void arraysThatDoNotFitTogetherAreRefused() {
    List<ArrayUse> three = List.of(read(1 << 20), read(1 << 20), read(1 << 20));
    assertThatThrownBy(() -> MemoryLimits.check(new Card(1 << 20, 2 << 20), three))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB, more than the memory of Small Card (2 MiB)");
    assertThatCode(() -> MemoryLimits.check(new Card(1 << 20, 3 << 20), three))
        .doesNotThrowAnyException();
  }

  @Test
  void rowsCountTogether() {
    ArrayUse use = new ArrayUse(new int[3][1 << 18]);
    use.add(new ArrayAccess(0, 0, 3, 0, 0, false));
    assertThatThrownBy(() -> MemoryLimits.check(new Card(2 << 20, 8 << 20), List.of(use)))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB");
  }

  @Test
  void anArrayThatIsNotTouchedMayBeOfAnySize() {
    ArrayUse untouched = new ArrayUse(new byte[4 << 20]);
    assertThatCode(() -> MemoryLimits.check(new Card(1, 1), List.of(untouched)))
        .doesNotThrowAnyException();
  }

  @Test
  void onlyMemoryThatRanOutBeforeAnyStoreIsTriedAgain() {
    DeviceException memory = new Full();
    assertThat(new LaunchFailure(memory, false).worthTryingAgain()).isTrue();
    assertThat(new LaunchFailure(memory, true).worthTryingAgain()).isFalse();
    assertThat(new LaunchFailure(new DeviceException("it is gone"), false).worthTryingAgain())
        .isFalse();
  }

  @Test
  void theRuntimeIsToldWhetherHostArraysChanged() {
    DeviceException before = new LaunchFailure(new Full(), false).describe("Small Card");
    DeviceException after = new LaunchFailure(new Full(), true).describe("Small Card");
    assertThat(before.hostArraysChanged()).isFalse();
    assertThat(after.hostArraysChanged()).isTrue();
    assertThat(after).hasMessageContaining("Small Card").hasMessageContaining("it is full");
  }

  private static ArrayUse read(int bytes) {
    ArrayUse use = new ArrayUse(new byte[bytes]);
    use.add(new ArrayAccess(0, 0, 1, 0, 0, false));
    return use;
  }

  private static final class Full extends DeviceException {
    private static final long serialVersionUID = 1L;

    Full() {
      super("it is full");
    }

    @Override
    public boolean isOutOfMemory() {
      return true;
    }
  }

  /** A device that says how much it has room for. */
  private record Card(long largestArrayBytes, long memoryBytes) implements Device {
    @Override
    public String id() {
      return "card:0";
    }

    @Override
    public String description() {
      return "Small Card";
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) {
      throw new IllegalStateException();
    }

    @Override
    public void close() {}
  }
}
