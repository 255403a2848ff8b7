package dev.slipstream.tornado;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import dev.slipstream.runtime.fixture.RowLaunchContract;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of arrays, all the way to a device and back. */
class RowLaunchTest extends RowLaunchContract {
  @TempDir Path folder;
  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, RowLaunchTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
  }

  @Override
  protected HostKernel prepare(Class<?> kernel, int dimensions, String... descriptors)
      throws Exception {
    return ImmediateLaunches.prepare(
        devices.get(0), ResidentMachine.kernel(kernel, dimensions, descriptors));
  }

  /** TornadoVM decides what is copied. */
  @Override
  protected void requireMoved(LaunchResult result, long bytesIn, long bytesOut) {}
}
