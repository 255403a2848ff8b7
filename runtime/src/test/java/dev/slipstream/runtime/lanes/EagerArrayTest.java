package dev.slipstream.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.BufferDevice;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.ElementsBefore;
import org.junit.jupiter.api.Test;

class EagerArrayTest {
  @Test
  void whatIsOnlyWrittenIsNotUploaded() throws DeviceException {
    EagerArray use = use(new ArrayAccess(0, 0, 0, 10, 90, true));

    assertThat(use.upload()).isEmpty();
    assertThat(kept(use)).isFalse();
  }

  @Test
  void whatIsMaybeWrittenIsUploadedAndKept() throws DeviceException {
    EagerArray use = use(new ArrayAccess(0, 0, 20, 10, 90, false));

    ArrayPart upload = use.upload().orElseThrow();
    assertThat(upload.from()).isZero();
    assertThat(upload.to()).isEqualTo(90);
    assertThat(kept(use)).isTrue();
  }

  @Test
  void twoWritersThatMeetWriteAll() throws DeviceException {
    EagerArray use =
        use(new ArrayAccess(0, 0, 0, 10, 50, true), new ArrayAccess(1, 0, 0, 50, 90, true));

    assertThat(kept(use)).isFalse();
    assertThat(use.download().orElseThrow().from()).isEqualTo(10);
    assertThat(use.download().orElseThrow().to()).isEqualTo(90);
  }

  @Test
  void twoWritersWithAGapDoNotWriteAll() throws DeviceException {
    EagerArray use =
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

  /** Whether elements that may be skipped are compared with their former values. */
  private static boolean kept(EagerArray use) {
    return use.download().orElseThrow().before().isPresent();
  }

  private static EagerArray use(ArrayAccess... accesses) throws DeviceException {
    EagerArray use = new EagerArray(new int[100]);
    for (ArrayAccess access : accesses) {
      use.add(access);
    }
    use.take(new DeviceSession(new BufferDevice("buffers:0")), new ElementsBefore.Memory());
    return use;
  }
}
