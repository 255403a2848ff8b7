package dev.slipstream.tornado;

import dev.slipstream.runtime.device.Device;
import java.nio.file.Path;
import java.util.List;

/** Runs programs whose arrays stay on the device, on the TornadoVM that this JVM has. */
public final class RealResidency {
  private static final int MANY = (40 << 20) + 3;
  private static final int STEPS = 1000;

  private RealResidency() {}

  /** A program. */
  @FunctionalInterface
  private interface Program {
    void run(Device device) throws Exception;
  }

  /**
   * Ends with status 1 if a result differs from Java's, or if more was copied than is needed.
   *
   * @param arguments an empty folder of the class path, and a seed
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    if (devices.isEmpty()) {
      System.out.println("TornadoVM brings no device that is known");
      System.exit(2);
    }
    long seed = Long.parseLong(arguments[1]);
    int status = 0;
    for (Device device : devices) {
      System.out.println(device.id() + ": " + device.description() + ", seed " + seed);
      status |= run("heat", device, on -> ResidentPrograms.heat(on, 10_000, STEPS));
      status |= run("many steps", device, ResidentPrograms::manySteps);
      status |= run("host writes", device, ResidentPrograms::hostWritesBetween);
      status |= run("partly written", device, ResidentPrograms::partlyWritten);
      status |= run("kinds", device, on -> ResidentPrograms.kinds(on, seed));
      status |= run("several pieces", device, ResidentPrograms::severalPieces);
      status |= run("many pieces", device, on -> ResidentPrograms.severalPieces(on, MANY));
      status |= run("spilled", device, ResidentPrograms::spilled);
      status |= run("matrix", device, ResidentRowPrograms::matrix);
      status |= run("rows of the host", device, on -> ResidentRowPrograms.hostRows(on, false));
      status |= run("ragged, of the host", device, on -> ResidentRowPrograms.hostRows(on, true));
      status |= run("ragged", device, ResidentRowPrograms::ragged);
      status |= run("planes", device, ResidentRowPrograms::planes);
      status |= run("spilled rows", device, ResidentRowPrograms::spilledRows);
    }
    System.exit(status);
  }

  private static int run(String name, Device device, Program program) {
    long began = System.nanoTime();
    try {
      program.run(device);
      System.out.printf("%-20s %d ms%n", name, (System.nanoTime() - began) / 1_000_000);
      return 0;
    } catch (Exception | AssertionError e) {
      System.out.println(name + " failed");
      e.printStackTrace(System.out);
      return 1;
    }
  }
}
