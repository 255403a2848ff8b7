package dev.slipstream.opencl.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.opencl.OpenClBackend;
import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceLayout;
import dev.slipstream.opencl.memory.Staging;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PeerCopyTest {
  private static final int SLOTS = 16 << 20;

  @Test
  void copiesBetweenDevicesOfAnySizeArriveAtTheirPlaces() throws Exception {
    List<DeviceFacts> devices = devices();
    try (Opened a = new Opened(devices.get(0));
        Opened b = new Opened(devices.get(devices.size() - 1))) {
      byte[] sent = new byte[2 * SLOTS + 5000];
      new Random(3).nextBytes(sent);
      DeviceBuffer from = a.buffer(sent.length);
      DeviceBuffer to = b.buffer(sent.length);
      for (int size : new int[] {1, 4 << 20, (4 << 20) + 1, SLOTS, 2 * SLOTS + 4097}) {
        int offset = 77;
        byte[] arrived = new byte[sent.length];
        a.resident.upload(List.of(DeviceLayout.of(sent).upload(0, sent.length, from)));
        b.resident.upload(List.of(DeviceLayout.of(arrived).upload(0, arrived.length, to)));
        a.resident.copy(from, offset, to, offset, size, b.resident);
        b.resident.download(List.of(DeviceLayout.of(arrived).download(0, arrived.length, to)));
        byte[] expected = new byte[sent.length];
        System.arraycopy(sent, offset, expected, offset, size);
        assertThat(arrived).isEqualTo(expected);
      }
    }
  }

  static List<DeviceFacts> devices() throws Exception {
    try {
      new OpenClBackend().open();
    } catch (DeviceException e) {
      assumeFalse(true, e.getMessage());
    }
    List<DeviceFacts> devices = DeviceDiscovery.devices();
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
    return devices;
  }

  /** A device in use. */
  static final class Opened implements AutoCloseable {
    final DeviceSession session;
    final ResidentSession resident;
    private final List<DeviceBuffer> buffers = new ArrayList<>();

    Opened(DeviceFacts device) throws Exception {
      KernelBuilder builder =
          new KernelBuilder(
              device, FaultInjection.NONE, DeviceEnvironment.withoutCache(Log.none()));
      session = new DeviceSession(device, FaultInjection.NONE, builder);
      resident = session.openResident(Staging.in(), Staging.out());
    }

    DeviceBuffer buffer(long bytes) throws Exception {
      DeviceBuffer buffer = resident.take(bytes);
      buffers.add(buffer);
      return buffer;
    }

    @Override
    public void close() throws Exception {
      resident.giveBackAll(buffers);
      resident.close();
      session.close();
    }
  }
}
