package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DriverCalls;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.kernel.Facts;
import dev.slipstream.tornado.kernel.KernelGenerator;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * A stand-in for a device of TornadoVM's PTX backend.
 *
 * @param target the device
 * @param loader generates and loads kernels for the device
 */
record StandInTarget(TornadoTarget target, KernelLoader loader) {
  /**
   * Opens the device.
   *
   * @param folder an empty folder for kernels
   */
  static StandInTarget open(Path folder) throws Exception {
    return open(folder, TornadoTarget.Drivers.NONE);
  }

  /** Opens the device with a driver. */
  static StandInTarget open(Path folder, TornadoTarget.Drivers drivers) throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, StandInTarget.class.getClassLoader());
    TornadoApi api = TornadoApi.bind(loader, DriverCalls.UNWATCHED);
    Target target =
        api.devices().stream()
            .filter(each -> each.backend().equals("PTX"))
            .findFirst()
            .orElseThrow();
    Facts facts = Facts.of(target.backend(), "5.2.0").orElseThrow();
    KernelGenerator generator = new KernelGenerator("slipstream.test" + System.nanoTime(), facts);
    return new StandInTarget(
        new TornadoTarget(api, target, facts, drivers),
        new KernelLoader(generator, new ProgramClasses(folder, loader)));
  }

  /** Returns a loader of the kernels that allocate and copy. */
  KernelLoader kernels() {
    return loader;
  }
}
