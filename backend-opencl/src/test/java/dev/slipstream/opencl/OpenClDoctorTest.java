package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.NvidiaDriver;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenClDoctorTest {
  @TempDir Path folder;

  @Test
  void eachPlatformGetsALine() {
    DeviceFacts pocl =
        device("Portable Computing Language", "OpenCL 3.0 PoCL 3.1+debian  Linux", "pthread-x", 2);
    DeviceFacts cuda = device("NVIDIA CUDA", "OpenCL 3.0 CUDA 13.0.84", "NVIDIA H200", 132);

    assertThat(doctor().findings(() -> List.of(cuda, cuda, pocl)))
        .containsExactly(
            new Finding(
                "opencl",
                "NVIDIA CUDA 13.0.84",
                "2 devices: NVIDIA H200 (132 cores, fp64), NVIDIA H200 (132 cores, fp64)",
                true),
            new Finding("opencl", "PoCL 3.1", "1 device: pthread-x (2 cores, fp64)", true));
  }

  @Test
  void aDriverThatOpenClDoesNotKnowComesWithTheCure() throws IOException {
    Files.createFile(folder.resolve("libnvidia-opencl.so.1"));

    assertThat(doctor().findings(List::of))
        .anySatisfy(
            finding -> {
              assertThat(finding.version()).isEqualTo("NVIDIA");
              assertThat(finding.usable()).isFalse();
              assertThat(finding.detail())
                  .contains("OpenCL does not know it")
                  .contains("nvidia.icd")
                  .contains(folder.toString());
            });
  }

  @Test
  void aMissingLibraryIsOneLineWithItsReason() {
    assertThat(
            doctor()
                .findings(
                    () -> {
                      throw new DeviceException("OpenCL was not found: install it");
                    }))
        .containsExactly(new Finding("opencl", "–", "OpenCL was not found: install it", false));
  }

  @Test
  void noDriverIsOneLineWithTheCure() {
    assertThat(doctor().findings(List::of))
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.detail()).contains("apt-get install pocl-opencl-icd"));
  }

  private OpenClDoctor doctor() {
    return new OpenClDoctor(new NvidiaDriver(List.of(folder)));
  }

  private static DeviceFacts device(String platform, String version, String name, int units) {
    return new DeviceFacts(
        0,
        0,
        platform,
        version,
        name,
        "1.0",
        DeviceFacts.Kind.CPU,
        300,
        true,
        units,
        256,
        new long[] {256, 256, 64},
        1 << 30,
        1 << 28,
        true,
        true,
        true,
        true);
  }
}
