package dev.slipstream.opencl.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.runtime.device.DeviceException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScratchBufferTest {
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
