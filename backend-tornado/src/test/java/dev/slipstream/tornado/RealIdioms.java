package dev.slipstream.tornado;

import dev.slipstream.compiler.programs.DevicePrograms;
import dev.slipstream.runtime.device.Device;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the loops of {@link Idioms} on the TornadoVM that this JVM was started with. */
public final class RealIdioms {
  private RealIdioms() {}

  /**
   * Ends with status 1 if a result differs from Java's.
   *
   * @param arguments an empty folder of the class path; the methods to run, if not all
   */
  public static void main(String[] arguments) throws Exception {
    List<Device> devices = TornadoHere.devices(Path.of(arguments[0]));
    if (devices.isEmpty()) {
      System.out.println("TornadoVM brings no device that is known");
      System.exit(2);
    }
    Device device = devices.get(0);
    List<String> wanted = List.of(arguments).subList(1, arguments.length);
    List<String> wrong =
        new ArrayList<>(
            DevicePrograms.run(device, "Idioms", Idioms.TEXT, chosen(Idioms.METHODS, wanted), 300));
    wrong.addAll(
        DevicePrograms.run(
            device, "FloatIdioms", FloatIdioms.TEXT, chosen(FloatIdioms.METHODS, wanted), 300));
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  private static List<String> chosen(List<String> methods, List<String> wanted) {
    return wanted.isEmpty() ? methods : methods.stream().filter(wanted::contains).toList();
  }
}
