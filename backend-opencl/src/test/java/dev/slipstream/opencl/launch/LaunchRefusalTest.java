package dev.slipstream.opencl.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.runtime.device.DeviceException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchRefusalTest {
  private static final int OUT_OF_RESOURCES = -5;
  private static final int INVALID_VALUE = -30;

  @Test
  void anArrayLargerThanTheLargestBufferIsRefused() {
    assertThatThrownBy(
            () -> DeviceMemoryLimits.check(device(2 << 20, 8 << 20), List.of(read(3 << 20))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB")
        .hasMessageContaining("Small Card (2 MiB)");
  }

  @Test
  void arraysThatDoNotFitTogetherAreRefused() {
    List<ArrayUse> three = List.of(read(1 << 20), read(1 << 20), read(1 << 20));

    assertThatThrownBy(() -> DeviceMemoryLimits.check(device(1 << 20, 2 << 20), three))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB, more than the memory of Small Card (2 MiB)");
    assertThatCode(() -> DeviceMemoryLimits.check(device(1 << 20, 3 << 20), three))
        .doesNotThrowAnyException();
  }

  @Test
  void rowsCountTogether() {
    ArrayUse use = new ArrayUse(new int[3][1 << 18]);
    use.add(new ArrayAccess(0, 0, 3, 0, 0, false));

    assertThatThrownBy(() -> DeviceMemoryLimits.check(device(2 << 20, 8 << 20), List.of(use)))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB");
  }

  @Test
  void scratchArraysForTooFewIterationsAtATimeAreRefused() throws DeviceException {
    KernelParameter parameter = new KernelParameter("t", "[I", true);
    List<ScratchBuffer> scratch = List.of(new ScratchBuffer(parameter, new int[256]));

    assertThat(ScratchBuffer.mostItems(device(1 << 20, 16 << 20), scratch, 5000)).isEqualTo(1024);
    assertThat(ScratchBuffer.mostItems(device(1 << 20, 8 << 20), scratch, 1000)).isEqualTo(1024);
    assertThatThrownBy(() -> ScratchBuffer.mostItems(device(1 << 19, 16 << 20), scratch, 5000))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("need 1 KiB, and Small Card has 2 MiB");
    assertThat(ScratchBuffer.mostItems(device(1, 1), List.of(), 5000)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anArrayThatIsNotTouchedMayBeOfAnySize() {
    ArrayUse untouched = new ArrayUse(new byte[4 << 20]);

    assertThatCode(() -> DeviceMemoryLimits.check(device(1, 1), List.of(untouched)))
        .doesNotThrowAnyException();
  }

  @Test
  void onlyMemoryThatRanOutBeforeAnyStoreIsTriedAgain() {
    ClException memory = new ClException("clCreateBuffer", OUT_OF_RESOURCES);

    assertThat(new LaunchFailure(memory, false).worthTryingAgain()).isTrue();
    assertThat(new LaunchFailure(memory, true).worthTryingAgain()).isFalse();
    assertThat(
            new LaunchFailure(new ClException("clFlush", INVALID_VALUE), false).worthTryingAgain())
        .isFalse();
  }

  @Test
  void theRuntimeIsToldWhetherHostArraysChanged() {
    ClException cause = new ClException("clEnqueueReadBuffer", OUT_OF_RESOURCES);

    DeviceException before = new LaunchFailure(cause, false).describe("Small Card");
    DeviceException after = new LaunchFailure(cause, true).describe("Small Card");

    assertThat(before.hostArraysChanged()).isFalse();
    assertThat(after.hostArraysChanged()).isTrue();
    assertThat(after)
        .hasMessageContaining("Small Card")
        .hasMessageContaining("clEnqueueReadBuffer returned CL_OUT_OF_RESOURCES");
  }

  private static ArrayUse read(int bytes) {
    ArrayUse use = new ArrayUse(new byte[bytes]);
    use.add(new ArrayAccess(0, 0, 1, 0, 0, false));
    return use;
  }

  private static DeviceFacts device(long largestBuffer, long memory) {
    return new DeviceFacts(
        0,
        0,
        "platform",
        "OpenCL 1.2",
        "Small Card",
        "1.0",
        DeviceFacts.Kind.GPU,
        102,
        true,
        1,
        256,
        new long[] {256, 256, 64},
        memory,
        largestBuffer,
        true,
        true,
        true,
        true);
  }
}
