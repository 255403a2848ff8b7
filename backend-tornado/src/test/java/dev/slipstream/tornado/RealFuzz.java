package dev.slipstream.tornado;

import dev.slipstream.compiler.random.DeviceFuzz;
import dev.slipstream.runtime.device.Device;
import java.nio.file.Path;
import java.util.List;

/** Random kernels on a real TornadoVM, in a JVM that was started with it. */
public final class RealFuzz {
  private RealFuzz() {}

  /**
   * Ends with status 1 if a result differs from Java's.
   *
   * @param arguments an empty folder of the class path, the seed, the first kernel, how many
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    if (devices.isEmpty()) {
      System.out.println("TornadoVM brings no device that is known");
      System.exit(2);
    }
    Device device = devices.get(0);
    System.out.println("random kernels of seed " + arguments[1] + " on " + device.description());
    DeviceFuzz fuzz = new DeviceFuzz(device);
    fuzz.run(
        Long.parseLong(arguments[1]),
        Integer.parseInt(arguments[2]),
        Integer.parseInt(arguments[3]));
    System.out.println(fuzz.summary());
    fuzz.reasons().forEach(System.out::println);
    System.exit(fuzz.differences().isEmpty() ? 0 : 1);
  }
}
