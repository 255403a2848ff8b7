package dev.slipstream.tornado;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the stand-in for a device holds when a launch fails. */
class LostDeviceTest {
  @TempDir Path folder;
  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, LostDeviceTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
  }

  @AfterEach
  void close() {
    devices.forEach(Device::close);
  }

  /** Blocks of elements are copied in different ways. */
  @ParameterizedTest
  @ValueSource(ints = {100, 3000, 20_000})
  void whatWasChangedInPlaceTooOftenToComputeItAgainIsFetched(int n) throws Exception {
    for (Device device : devices) {
      LossPrograms.changedInPlace(device, n);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 100_003})
  void bytesAreFetched(int n) throws Exception {
    for (Device device : devices) {
      LossPrograms.bytesChangedInPlace(device, n);
    }
  }

  @Test
  void rowsAreFetched() throws Exception {
    for (Device device : devices) {
      LossPrograms.rowsChangedInPlace(device);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheFailedKernelMayHaveChangedIsLostAndEverythingElseIsFetched(boolean runs)
      throws Exception {
    for (Device device : devices) {
      LossPrograms.perhapsChanged(device, runs);
    }
  }
}
