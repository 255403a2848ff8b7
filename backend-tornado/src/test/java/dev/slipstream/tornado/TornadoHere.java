package dev.slipstream.tornado;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.TornadoException;
import java.nio.file.Path;
import java.util.List;

/** The TornadoVM that this JVM was started with. */
public final class TornadoHere {
  private TornadoHere() {}

  /**
   * Returns its devices; those of the backend {@code -Dslipstream.test.backend} alone if that is
   * set.
   *
   * @param folder an empty folder of the class path
   */
  public static List<Device> devices(Path folder) throws TornadoException {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    String backend = System.getProperty("slipstream.test.backend", "");
    return new TornadoBackend(loader)
        .open(new ProgramClasses(folder, loader), Log.to(System.err, LogLevel.INFO)).stream()
            .filter(device -> device.description().contains("(" + backend))
            .toList();
  }
}
