package dev.slipstream.tornado;

import dev.slipstream.runtime.device.Device;
import java.nio.file.Path;
import java.util.List;

/** Runs programs on the TornadoVM that this JVM has, with a launch that fails. */
public final class RealLoss {
  /** Several pieces of what is fetched at a time. */
  private static final int MANY = 1_200_000;

  private RealLoss() {}

  /**
   * Ends with a status other than 0 if a result differs from Java's.
   *
   * @param arguments an empty folder of the class path
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    if (devices.isEmpty()) {
      System.out.println("TornadoVM brings no device that is known");
      System.exit(2);
    }
    for (Device device : devices) {
      System.out.println(device.id() + ": " + device.description());
      for (int n : new int[] {100, 3000, 20_000, MANY}) {
        LossPrograms.changedInPlace(device, n);
      }
      LossPrograms.bytesChangedInPlace(device, 101);
      LossPrograms.bytesChangedInPlace(device, 100_003);
      LossPrograms.rowsChangedInPlace(device);
      LossPrograms.perhapsChanged(device, /* runs= */ true);
      LossPrograms.perhapsChanged(device, /* runs= */ false);
    }
    System.exit(0);
  }
}
