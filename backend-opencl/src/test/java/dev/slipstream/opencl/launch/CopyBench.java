package dev.slipstream.opencl.launch;

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
import java.util.Arrays;
import java.util.List;

/**
 * How fast a heap array of 256 MiB travels to the first device and back, by the number of copying
 * threads and the size of their slots. Run by {@code main}; {@code -Dmebi=N} sets the size.
 */
final class CopyBench {
  private static final int ROUNDS = 9;

  private CopyBench() {}

  public static void main(String[] args) throws Exception {
    new OpenClBackend().open();
    DeviceFacts device = DeviceDiscovery.devices().get(0);
    float[] array = new float[Integer.getInteger("mebi", 256) << 18];
    for (int i = 0; i < array.length; i++) {
      array[i] = i;
    }
    System.out.printf(
        "%s, %d processors, float[] of %d MiB%n",
        device.name(), Runtime.getRuntime().availableProcessors(), array.length >> 18);
    KernelBuilder builder =
        new KernelBuilder(device, FaultInjection.NONE, DeviceEnvironment.withoutCache(Log.none()));
    DeviceSession session = new DeviceSession(device, FaultInjection.NONE, builder);
    System.out.printf("usual: in %s, out %s%n", Staging.in(), Staging.out());
    measure(session, Staging.in(), Staging.out(), array);
    for (int slotKibi : new int[] {512, 1024, 2048, 4096, 8192}) {
      for (int lanes : new int[] {1, 2, 4, 6, 8, 10, 12}) {
        Staging staging = new Staging(lanes, (long) slotKibi << 10);
        measure(session, staging, staging, array);
      }
    }
    session.close();
  }

  private static void measure(
      DeviceSession session, Staging stagingIn, Staging stagingOut, float[] array)
      throws Exception {
    ResidentSession resident = session.openResident(stagingIn, stagingOut);
    long bytes = 4L * array.length;
    DeviceBuffer buffer = resident.take(bytes);
    DeviceLayout layout = DeviceLayout.of(array);
    double[] in = new double[ROUNDS];
    double[] out = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long began = System.nanoTime();
      resident.upload(List.of(layout.upload(0, array.length, buffer)));
      long half = System.nanoTime();
      resident.download(List.of(layout.download(0, array.length, buffer)));
      in[round] = (double) bytes / (half - began);
      out[round] = (double) bytes / (System.nanoTime() - half);
    }
    resident.giveBackAll(List.of(buffer));
    resident.close();
    Arrays.sort(in);
    Arrays.sort(out);
    System.out.printf(
        "%2d lanes, slots of %5d KiB: %5.1f GB/s in, %2d lanes, slots of %5d KiB: %5.1f GB/s out"
            + " (best %.1f and %.1f)%n",
        stagingIn.lanes(),
        stagingIn.slotBytes() >> 10,
        in[ROUNDS / 2],
        stagingOut.lanes(),
        stagingOut.slotBytes() >> 10,
        out[ROUNDS / 2],
        in[ROUNDS - 1],
        out[ROUNDS - 1]);
    if (array[array.length - 1] != array.length - 1) {
      throw new IllegalStateException("the array changed on its way");
    }
  }
}
