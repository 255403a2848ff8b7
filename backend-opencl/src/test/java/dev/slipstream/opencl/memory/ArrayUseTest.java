package dev.slipstream.opencl.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import org.junit.jupiter.api.Test;

class ArrayUseTest {
  @Test
  void whatIsOnlyWrittenIsNotUploaded() {
    ArrayUse use = use(new ArrayAccess(0, 0, 0, 10, 90, true));

    assertThat(use.uploadFrom()).isEqualTo(use.uploadTo());
    assertThat(use.beforeBytes()).isZero();
  }

  @Test
  void whatIsMaybeWrittenIsUploadedAndKept() {
    ArrayUse use = use(new ArrayAccess(0, 0, 20, 10, 90, false));

    assertThat(use.uploadFrom()).isZero();
    assertThat(use.uploadTo()).isEqualTo(90);
    assertThat(use.beforeBytes()).isEqualTo(80 * 4);
  }

  @Test
  void twoWritersThatMeetWriteAll() {
    ArrayUse use =
        use(new ArrayAccess(0, 0, 0, 10, 50, true), new ArrayAccess(1, 0, 0, 50, 90, true));

    assertThat(use.beforeBytes()).isZero();
    assertThat(use.writtenFrom()).isEqualTo(10);
    assertThat(use.writtenTo()).isEqualTo(90);
  }

  @Test
  void twoWritersWithAGapDoNotWriteAll() {
    ArrayUse use =
        use(new ArrayAccess(0, 0, 0, 10, 49, true), new ArrayAccess(1, 0, 0, 50, 90, true));

    assertThat(use.beforeBytes()).isEqualTo(80 * 4);
  }

  @Test
  void aWriterOfAllCoversAnUncertainOneInsideIt() {
    assertThat(
            use(new ArrayAccess(0, 0, 0, 10, 90, true), new ArrayAccess(1, 0, 0, 20, 30, false))
                .beforeBytes())
        .isZero();
    assertThat(
            use(new ArrayAccess(0, 0, 0, 20, 30, false), new ArrayAccess(1, 0, 0, 10, 90, true))
                .beforeBytes())
        .isZero();
    assertThat(
            use(new ArrayAccess(0, 0, 0, 10, 90, true), new ArrayAccess(1, 0, 0, 20, 91, false))
                .beforeBytes())
        .isEqualTo(81 * 4);
  }

  private static ArrayUse use(ArrayAccess... accesses) {
    ArrayUse use = new ArrayUse(new int[100]);
    for (ArrayAccess access : accesses) {
      use.add(access);
    }
    return use;
  }
}
