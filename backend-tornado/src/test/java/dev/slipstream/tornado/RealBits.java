package dev.slipstream.tornado;

import dev.slipstream.compiler.programs.DevicePrograms;
import dev.slipstream.runtime.device.Device;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Runs {@link RandomBits} on the TornadoVM that this JVM was started with. */
public final class RealBits {
  private static final int METHODS = 8;
  private static final int EXPRESSIONS = 6;
  private static final int SIZE = 512;

  private RealBits() {}

  /**
   * Ends with status 1 if a result differs from Java's.
   *
   * @param arguments an empty folder of the class path, the first seed, how many seeds
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    if (devices.isEmpty()) {
      System.out.println("TornadoVM brings no device that is known");
      System.exit(2);
    }
    long first = Long.parseLong(arguments[1]);
    int wrong = 0;
    List<String> methods = IntStream.range(0, METHODS).mapToObj(m -> "m" + m).toList();
    for (long seed = first; seed < first + Long.parseLong(arguments[2]); seed++) {
      String text = RandomBits.text(seed, METHODS, EXPRESSIONS);
      List<String> found = DevicePrograms.run(devices.get(0), "Bits", text, methods, SIZE);
      if (!found.isEmpty()) {
        System.out.println("---- seed " + seed + ": " + found + "\n" + text);
        wrong++;
      }
    }
    System.out.println(wrong + " programs of random bits differ");
    System.exit(wrong == 0 ? 0 : 1);
  }
}
