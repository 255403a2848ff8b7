package dev.slipstream.runtime.eager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.fixture.BufferDevice;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.ElementsBefore;
import org.junit.jupiter.api.Test;

class ArrayUseTest {
  @Test
  void whatIsOnlyWrittenIsNotUploaded() throws DeviceException {
    ArrayUse use = use(new ArrayAccess(0, 0, 0, 10, 90, true));

    assertThat(use.upload()).isEmpty();
    assertThat(kept(use)).isFalse();
  }

  @Test
  void whatIsMaybeWrittenIsUploadedAndKept() throws DeviceException {
    ArrayUse use = use(new ArrayAccess(0, 0, 20, 10, 90, false));

    ArrayPart upload = use.upload().orElseThrow();
    assertThat(upload.from()).isZero();
    assertThat(upload.to()).isEqualTo(90);
    assertThat(kept(use)).isTrue();
  }

  @Test
  void twoWritersThatMeetWriteAll() throws DeviceException {
    ArrayUse use =
        use(new ArrayAccess(0, 0, 0, 10, 50, true), new ArrayAccess(1, 0, 0, 50, 90, true));

    assertThat(kept(use)).isFalse();
    assertThat(use.download().orElseThrow().from()).isEqualTo(10);
    assertThat(use.download().orElseThrow().to()).isEqualTo(90);
  }

  @Test
  void twoWritersWithAGapDoNotWriteAll() throws DeviceException {
    ArrayUse use =
        use(new ArrayAccess(0, 0, 0, 10, 49, true), new ArrayAccess(1, 0, 0, 50, 90, true));

    assertThat(kept(use)).isTrue();
  }

  @Test
  void aWriterOfAllCoversAnUncertainOneInsideIt() throws DeviceException {
    ArrayAccess all = new ArrayAccess(0, 0, 0, 10, 90, true);
    assertThat(kept(use(all, new ArrayAccess(0, 0, 0, 20, 30, false)))).isFalse();
    assertThat(kept(use(new ArrayAccess(0, 0, 0, 20, 30, false), all))).isFalse();
    assertThat(kept(use(all, new ArrayAccess(0, 0, 0, 20, 91, false)))).isTrue();
  }

  /** Whether what may be left alone is compared with what was there. */
  private static boolean kept(ArrayUse use) {
    return use.download().orElseThrow().before().isPresent();
  }

  private static ArrayUse use(ArrayAccess... accesses) throws DeviceException {
    ArrayUse use = new ArrayUse(new int[100]);
    for (ArrayAccess access : accesses) {
      use.add(access);
    }
    DeviceMemory memory = new BufferDevice("buffers:0").open(() -> {});
    use.take(memory, memory.queue(false), new ElementsBefore.Memory());
    return use;
  }
}
