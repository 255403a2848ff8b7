package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

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
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Arrays of arrays that stay on the stand-in for a device. */
class ResidentRowsTest {
  @TempDir Path folder;
  private List<Device> devices = List.of();

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, ResidentRowsTest.class.getClassLoader());
    devices = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none());
  }

  @AfterEach
  void close() {
    TornadoExecutionPlan.refused = Void.class;
    devices.forEach(Device::close);
  }

  @Test
  void rowsOfAMatrixStayOnTheDevice() throws Exception {
    for (Device device : devices) {
      ResidentRowPrograms.matrix(device);
    }
  }

  @Test
  void rowsThatTheHostReadsAndWritesBetweenLoopsAreThoseOfTheProgram() throws Exception {
    for (Device device : devices) {
      ResidentRowPrograms.hostRows(device, /* ragged= */ false);
      ResidentRowPrograms.hostRows(device, /* ragged= */ true);
    }
  }

  @Test
  void rowsOfDifferentLengthsAreFoundOnTheDevice() throws Exception {
    for (Device device : devices) {
      ResidentRowPrograms.ragged(device);
    }
  }

  @Test
  void planesOfDifferentHeightsAreFoundOnTheDevice() throws Exception {
    for (Device device : devices) {
      ResidentRowPrograms.planes(device);
    }
  }

  @Test
  void rowsThatDoNotFitIntoTheBudgetWaitInHostMemory() throws Exception {
    for (Device device : devices) {
      ResidentRowPrograms.spilledRows(device);
    }
  }

  @Test
  void theHostFormSeesRowsAsTheDeviceDoes() throws Exception {
    TornadoExecutionPlan.refused = LongArray.class;
    long[][] rows = {{1, 2, 3}, null, {}, {4}, {5, 6}};
    long[][] moved = {{0, 0, 0}, null, {}, {0}, {0, 0}};
    List<String> refusals = ResidentRowPrograms.moved(devices.get(0), rows, moved);
    assertThat(moved).isDeepEqualTo(new long[][] {{0, 0, 0}, null, {}, {5}, {6, 7}});
    assertThat(refusals).hasSize(1);
  }
}
