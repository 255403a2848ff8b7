package dev.slipstream.runtime.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.Kernels;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LargestMethodTest {
  @Test
  void theLargestMethodOfAClassIsMeasured() throws IOException {
    int small = LargestMethod.of(Kernels.add().classFile());
    assertThat(small).isBetween(20, 200);
  }

  @Test
  void coresRefuseWhatTheJitCompilerWouldNotCompile() throws DeviceException {
    try (CpuDevice device = new CpuDevice(1, 10)) {
      assertThatThrownBy(() -> device.prepare(Kernels.add()))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("the JIT compiler takes no more than 10");
    }
    try (CpuDevice device = new CpuDevice(1)) {
      assertThat(device.prepare(Kernels.add())).isNotNull();
    }
  }
}
