package dev.slipstream.opencl.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.runtime.device.DeviceException;
import org.junit.jupiter.api.Test;

class DeviceNeedsTest {
  private static final KernelText INTEGERS =
      new KernelText("", "k", false, false, false, 0, false, false, false);
  private static final KernelText FLOATS =
      new KernelText("", "k", true, false, false, 0, false, false, false);
  private static final KernelText DOUBLES =
      new KernelText("", "k", false, true, false, 0, false, false, false);
  private static final KernelText BYTES =
      new KernelText("", "k", false, false, true, 0, false, false, false);

  @Test
  void floatsAreDividedWithCorrectRounding() throws DeviceException {
    assertThat(DeviceNeeds.buildOptions(FLOATS, device(true, true, true, true)))
        .contains("-cl-std=CL1.2")
        .contains("-cl-fp32-correctly-rounded-divide-sqrt");
  }

  @Test
  void floatsGoThroughDoublesWhereTheDeviceDividesThemBadly() throws DeviceException {
    assertThat(DeviceNeeds.buildOptions(FLOATS, device(true, true, true, false)))
        .contains("-DSLIP_FLOAT_VIA_DOUBLE")
        .doesNotContain("correctly-rounded");
  }

  @Test
  void aDeviceThatLacksWhatAKernelNeedsIsRefusedByName() {
    assertRefused(DOUBLES, device(false, true, true, true), "double precision");
    assertRefused(FLOATS, device(true, true, false, true), "CL_FP_DENORM");
    assertRefused(FLOATS, device(false, true, true, false), "CORRECTLY_ROUNDED");
    assertRefused(BYTES, device(true, false, true, true), "single bytes");
  }

  @Test
  void whereResultsMayDifferNothingIsAskedOfFloats() throws DeviceException {
    KernelText relaxed = new KernelText("", "k", true, false, false, 0, true, false, false);
    assertThat(DeviceNeeds.buildOptions(relaxed, device(false, false, false, false)))
        .isEqualTo("-cl-std=CL1.2 -cl-mad-enable");
    assertThat(DeviceNeeds.buildOptions(FLOATS, device(true, true, true, true)))
        .doesNotContain("mad");
  }

  @Test
  void integersRunOnTheLeastOfDevices() throws DeviceException {
    assertThat(DeviceNeeds.buildOptions(INTEGERS, device(false, false, false, false)))
        .isEqualTo("-cl-std=CL1.2");
  }

  @Test
  void newArraysMayBeAsLargeAsADeviceHoldsForAllItsThreads() throws DeviceException {
    DeviceFacts device = device(true, true, true, true);
    assertThat(device.privateBytes()).isEqualTo(128 << 10);
    assertThat(DeviceNeeds.buildOptions(creating(128 << 10), device)).isEqualTo("-cl-std=CL1.2");
    assertRefused(
        creating((128 << 10) + 1), device, "can keep 128 KiB of new arrays in each iteration");
  }

  private static KernelText creating(long bytes) {
    return new KernelText("", "k", false, false, false, bytes, false, false, false);
  }

  private static void assertRefused(KernelText kernel, DeviceFacts device, String reason) {
    assertThatThrownBy(() -> DeviceNeeds.buildOptions(kernel, device))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith("Old Card ")
        .hasMessageContaining(reason);
  }

  private static DeviceFacts device(
      boolean doubles, boolean byteStores, boolean denormals, boolean division) {
    return new DeviceFacts(
        0,
        0,
        "platform",
        "OpenCL 1.2",
        "Old Card",
        "1.0",
        DeviceFacts.Kind.GPU,
        102,
        true,
        1,
        256,
        new long[] {256, 256, 64},
        1 << 30,
        1 << 28,
        doubles,
        byteStores,
        denormals,
        division);
  }
}
