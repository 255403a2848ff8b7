package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.memory.DeviceBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * How fast 256 MiB travel from the first device of a platform to the last. Run by {@code main},
 * with a part of the platform's name, or for the first platform that has two GPUs.
 */
final class PeerCopyBench {
  private static final int ROUNDS = 9;
  private static final long BYTES = 256L << 20;

  private PeerCopyBench() {}

  /** The devices of one platform; a named one may have a single device, or cores of the host. */
  private static List<DeviceFacts> devices(String platform) throws Exception {
    List<DeviceFacts> all = PeerCopyTest.devices();
    for (DeviceFacts some : all) {
      List<DeviceFacts> ofPlatform =
          all.stream()
              .filter(device -> device.platform() == some.platform())
              .filter(device -> !platform.isEmpty() || device.kind() == DeviceFacts.Kind.GPU)
              .toList();
      if (platform.isEmpty() ? ofPlatform.size() > 1 : some.platformName().contains(platform)) {
        return ofPlatform;
      }
    }
    throw new IllegalArgumentException(
        (platform.isEmpty()
                ? "No platform has two GPUs; a part of a platform's name chooses one"
                : "No platform is named " + platform)
            + ". There are "
            + all.stream().map(device -> device.platformName() + ": " + device.name()).toList());
  }

  public static void main(String[] args) throws Exception {
    List<DeviceFacts> devices = devices(args.length > 0 ? args[0] : "");
    DeviceFacts first = devices.get(0);
    DeviceFacts last = devices.get(devices.size() - 1);
    System.out.println(first.platformName() + ": " + first.name() + " to " + last.name());
    try (PeerCopyTest.Opened a = new PeerCopyTest.Opened(first);
        PeerCopyTest.Opened b = new PeerCopyTest.Opened(last)) {
      DeviceBuffer from = a.buffer(BYTES);
      DeviceBuffer to = b.buffer(BYTES);
      double[] there = new double[ROUNDS];
      double[] back = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        long began = System.nanoTime();
        a.resident.copy(from, 0, to, 0, BYTES, b.resident);
        long half = System.nanoTime();
        b.resident.copy(to, 0, from, 0, BYTES, a.resident);
        there[round] = (double) BYTES / (half - began);
        back[round] = (double) BYTES / (System.nanoTime() - half);
      }
      Arrays.sort(there);
      Arrays.sort(back);
      System.out.printf(
          "%.1f GB/s there, %.1f GB/s back (best %.1f and %.1f)%n",
          there[ROUNDS / 2], back[ROUNDS / 2], there[ROUNDS - 1], back[ROUNDS - 1]);
    }
  }
}
