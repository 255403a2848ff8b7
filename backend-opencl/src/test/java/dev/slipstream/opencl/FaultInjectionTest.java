package dev.slipstream.opencl;

import static dev.slipstream.opencl.OpenClBench.counting;
import static dev.slipstream.opencl.OpenClBench.launch;
import static dev.slipstream.opencl.OpenClBench.mayWrite;
import static dev.slipstream.opencl.OpenClBench.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultInjectionTest {
  @AfterEach
  void clear() {
    System.clearProperty(FaultInjection.PROPERTY);
  }

  @Test
  void aLibraryThatDoesNotLoadIsNamedTogetherWithTheCure() {
    System.setProperty(FaultInjection.PROPERTY, "load");

    assertThatThrownBy(() -> new OpenClBackend().open())
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("libOpenCL.so.1")
        .hasMessageContaining("apt-get install pocl-opencl-icd ocl-icd-libopencl1")
        .hasRootCauseInstanceOf(UnsatisfiedLinkError.class);
  }

  @Test
  void aKernelThatDoesNotBuildShowsTheCompilersFirstLines() {
    System.setProperty(FaultInjection.PROPERTY, "build");
    try (OpenClBench bench = OpenClBench.open()) {
      assertThatThrownBy(() -> bench.prepare(1, List.of("__global int* a"), "a[i] = i;"))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("rejected the kernel")
          .hasMessageContaining("CL_BUILD_PROGRAM_FAILURE")
          .hasMessageContaining("error");
    }
  }

  @Test
  void aLaunchThatFailsLeavesTheArraysAlone() throws DeviceException {
    System.setProperty(FaultInjection.PROPERTY, "launch");
    try (OpenClBench bench = OpenClBench.open()) {
      HostKernel kernel = bench.prepare(1, List.of("__global int* a"), "a[i] = i;");
      int[] a = {7, 7, 7};

      DeviceException failure =
          catchThrowableOfType(
              DeviceException.class,
              () -> kernel.launch(launch(counting(3), new Object[] {a}, writes(0, 0, 3))));

      assertThat(failure).hasMessageContaining("CL_INVALID_WORK_");
      assertThat(failure.hostArraysChanged()).isFalse();
      assertThat(a).containsExactly(7, 7, 7);
    }
  }

  @Test
  void aDeviceThatForgetsAnIterationSaysNothing() throws DeviceException {
    System.setProperty(FaultInjection.PROPERTY, "iteration");
    try (OpenClBench bench = OpenClBench.open()) {
      int[] a = {7, 7, 7};
      bench
          .prepare(1, List.of("__global int* a"), "a[i] = i;")
          .launch(launch(counting(3), new Object[] {a}, mayWrite(0, 0, 3)));

      assertThat(a).containsExactly(0, 1, 7);
    }
  }

  @Test
  void anUnknownStageIsRejected() {
    System.setProperty(FaultInjection.PROPERTY, "lunch");

    assertThatThrownBy(FaultInjection::fromSystemProperties)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lunch");
  }
}
