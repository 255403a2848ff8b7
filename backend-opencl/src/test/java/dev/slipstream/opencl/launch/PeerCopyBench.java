package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.memory.DeviceBuffer;
import java.util.Arrays;
import java.util.List;

/** How fast 256 MiB travel from the first device to the last. Run by {@code main}. */
final class PeerCopyBench {
  private static final int ROUNDS = 9;
  private static final long BYTES = 256L << 20;

  private PeerCopyBench() {}

  public static void main(String[] args) throws Exception {
    List<DeviceFacts> devices = PeerCopyTest.devices();
    DeviceFacts last = devices.get(devices.size() - 1);
    System.out.println(devices.get(0).name() + " to " + last.name());
    try (PeerCopyTest.Opened a = new PeerCopyTest.Opened(devices.get(0));
        PeerCopyTest.Opened b = new PeerCopyTest.Opened(last)) {
      DeviceBuffer from = a.buffer(BYTES);
      DeviceBuffer to = b.buffer(BYTES);
      double[] there = new double[ROUNDS];
      double[] back = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        long began = System.nanoTime();
        a.resident.copy(from, to, 0, BYTES, b.resident);
        long half = System.nanoTime();
        b.resident.copy(to, from, 0, BYTES, a.resident);
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
