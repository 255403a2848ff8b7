package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BytecodeTranslator;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.transfer.ArrayLayout;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.CopyThreads;
import dev.slipstream.runtime.transfer.PeerSlots;
import dev.slipstream.runtime.transfer.PeerTransfer;
import dev.slipstream.runtime.transfer.Staging;
import dev.slipstream.runtime.transfer.Transfers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
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
        a.uploads.run(List.of(all(sent, from)), /* toDevice= */ true);
        b.uploads.run(List.of(all(arrived, to)), /* toDevice= */ true);
        a.to(b).copy(new PeerTransfer.Range(from, offset, to, offset, size));
        b.downloads.run(List.of(all(arrived, to)), /* toDevice= */ false);
        byte[] expected = new byte[sent.length];
        System.arraycopy(sent, offset, expected, offset, size);
        assertThat(arrived).isEqualTo(expected);
      }
    }
  }

  private static ArrayPart all(byte[] array, DeviceBuffer buffer) {
    return ArrayPart.of(ArrayLayout.of(array), 0, array.length, buffer, 0);
  }

  static List<DeviceFacts> devices() throws Exception {
    try {
      new OpenClBackend().open();
    } catch (DeviceException e) {
      Assumptions.abort(e.getMessage());
    }
    List<DeviceFacts> devices = DeviceDiscovery.devices();
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
    return devices;
  }

  /** An open device. */
  static final class Opened implements AutoCloseable {
    private final OpenClDevice device;
    private final DeviceMemory memory;
    private final DeviceQueue in;
    private final DeviceQueue out;
    private final PeerSlots sending;
    private final PeerSlots receiving;
    private final CopyThreads threads = new CopyThreads();
    private final List<DeviceBuffer> buffers = new ArrayList<>();
    final Transfers uploads;
    final Transfers downloads;

    Opened(DeviceFacts facts) throws Exception {
      device =
          new OpenClDevice(
              "opencl:0",
              facts,
              new BytecodeTranslator(),
              FaultInjection.NONE,
              DeviceEnvironment.withoutCache(Log.none()));
      memory = device.open(() -> {});
      in = memory.queue();
      out = memory.queue();
      sending = new PeerSlots(memory, Staging.in());
      receiving = new PeerSlots(memory, Staging.in());
      uploads = new Transfers(memory, in, Staging.in(), threads);
      downloads = new Transfers(memory, out, Staging.out(), threads);
    }

    DeviceBuffer buffer(long bytes) throws Exception {
      DeviceBuffer buffer = memory.take(bytes);
      buffers.add(buffer);
      return buffer;
    }

    /** Copies to another device. */
    PeerTransfer to(Opened other) {
      return new PeerTransfer(Staging.in(), out, sending, other.in, other.receiving, threads);
    }

    @Override
    public void close() throws Exception {
      for (DeviceBuffer buffer : buffers) {
        memory.giveBack(buffer);
      }
      threads.close();
      sending.close();
      receiving.close();
      uploads.close();
      downloads.close();
      memory.close();
      device.close();
    }
  }
}
