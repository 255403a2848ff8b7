package dev.slipstream.tornado;

import dev.slipstream.compiler.programs.DevicePrograms;
import dev.slipstream.runtime.device.Device;
import java.nio.file.Path;
import java.util.List;

/** Runs the named programs on the TornadoVM that this JVM was started with. */
public final class RealPrograms {
  private RealPrograms() {}

  /**
   * Ends with status 1 if a result differs from Java's.
   *
   * @param arguments an empty folder of the class path
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    if (devices.isEmpty()) {
      System.out.println("TornadoVM brings no device that is known");
      System.exit(2);
    }
    System.exit(DevicePrograms.run(devices.get(0)).isEmpty() ? 0 : 1);
  }
}
