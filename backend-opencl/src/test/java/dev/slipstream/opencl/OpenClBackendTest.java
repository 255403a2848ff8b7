package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class OpenClBackendTest {
  @Test
  void theServiceLoaderFindsTheBackend() {
    assertThat(ServiceLoader.load(DeviceBackend.class))
        .extracting(DeviceBackend::name)
        .contains("opencl");
  }

  @Test
  void devicesAreNumberedAndNamed() throws DeviceException {
    OpenClBench.open().close();
    List<Device> devices = new OpenClBackend().open();

    assertThat(devices).isNotEmpty();
    for (int i = 0; i < devices.size(); i++) {
      assertThat(devices.get(i).id()).isEqualTo("opencl:" + i);
      assertThat(devices.get(i).description()).isNotBlank();
      devices.get(i).close();
    }
  }

  @Test
  void theDoctorFindsTheDriverThatRunsKernels() {
    OpenClBench.open().close();

    assertThat(new OpenClBackend().diagnose())
        .anySatisfy(
            finding -> {
              assertThat(finding.usable()).isTrue();
              assertThat(finding.subject()).isEqualTo("opencl");
              assertThat(finding.detail()).contains("device");
            });
  }
}
