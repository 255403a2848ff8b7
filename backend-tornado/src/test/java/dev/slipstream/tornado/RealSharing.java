package dev.slipstream.tornado;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import java.nio.file.Path;
import java.util.List;

/** Runs programs whose loops all devices of one model share, on the TornadoVM that is here. */
public final class RealSharing {
  /** Printed if nothing can be shared. */
  static final String NONE = "TornadoVM brings no two devices of one model";

  private static final int CELLS = 10_000;
  private static final int STEPS = 500;
  private static final int LOOPS = 60;
  private static final int MANY = (3 << 20) + 5;

  private RealSharing() {}

  /** A program. */
  @FunctionalInterface
  private interface Program {
    void run(ResidentMachine machine) throws Exception;
  }

  /**
   * Ends with status 1 if a result differs from Java's, and with 2 if there are no two devices of
   * one model.
   *
   * @param arguments an empty folder of the class path, a seed, and how many random programs run
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    long seed = Long.parseLong(arguments[1]);
    int count = Integer.parseInt(arguments[2]);
    int status = 2;
    for (Device first : devices) {
      List<Device> alike = devices.stream().filter(device -> isLike(first, device)).toList();
      if (alike.size() > 1 && alike.get(0) == first) {
        status = runAll(alike, seed, count);
        if (status != 0) {
          break;
        }
      }
    }
    if (status == 2) {
      System.out.println(NONE);
    }
    System.exit(status);
  }

  private static boolean isLike(Device first, Device other) {
    return first.keepsArrays() && other.keepsArrays() && first.sharesWith(other);
  }

  private static int runAll(List<Device> alike, long seed, int count) {
    System.out.println(
        alike.size() + " × " + alike.get(0).description() + ", seed " + seed + ", " + count);
    int status = run("stencil", alike, machine -> SharedPrograms.stencil(machine, CELLS, STEPS));
    for (long s = seed; s < seed + count; s++) {
      long program = s;
      status |=
          run(
              "random " + s,
              alike,
              machine -> SharedPrograms.random(machine, program, CELLS, LOOPS));
    }
    status |=
        run(
            "large arrays",
            alike,
            machine -> SharedPrograms.random(machine, seed, MANY, LOOPS / 4));
    return status;
  }

  private static int run(String name, List<Device> alike, Program program) {
    long began = System.nanoTime();
    try (ResidentMachine machine = new ResidentMachine(alike, NodeTopology.UNLIMITED)) {
      program.run(machine);
      System.out.printf(
          "%-20s %d ms, kernels %s%n",
          name, (System.nanoTime() - began) / 1_000_000, machine.kernels);
      return 0;
    } catch (Exception | AssertionError e) {
      System.out.println(name + " failed");
      e.printStackTrace(System.out);
      return 1;
    }
  }
}
