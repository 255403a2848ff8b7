package dev.slipstream.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.fixture.LongTests;
import dev.slipstream.opencl.EqualDevices;
import dev.slipstream.runtime.SlipstreamRuntime;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.GraphStatistics.Kernels;
import dev.slipstream.runtime.observation.SharingStatistics;
import dev.slipstream.runtime.report.ReportContent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The outcome of a program's loops, whose results were those of plain Java.
 *
 * @param kernels the number of parts of loops that each device has run
 * @param graphs the transfers and allocations of the graphs
 * @param sharing the report on each loop, in the order of the program
 */
record SharedRun(List<Kernels> kernels, GraphStatistics graphs, List<SharingStatistics> sharing) {
  /** The numbers of devices with which tests run. */
  static IntStream devices() {
    return LongTests.areRun() ? IntStream.of(2, 3) : IntStream.of(3);
  }

  long on(int place) {
    return on("opencl:" + place);
  }

  long on(String device) {
    return kernels.stream()
        .filter(each -> each.device().equals(device))
        .mapToLong(Kernels::runs)
        .sum();
  }

  /** Returns the peak number of allocated bytes. */
  long most(String memory) {
    return graphs.memories().stream()
        .filter(each -> each.name().equals(memory))
        .mapToLong(GraphStatistics.Memory::most)
        .sum();
  }

  /** Checks that each device has run a part of so many loops. */
  void requireOnEach(int devices, int loops) {
    for (int place = 0; place < devices; place++) {
      assertThat(on(place)).as("opencl:" + place).isEqualTo(loops);
    }
  }

  /**
   * Runs a program in plain Java, and with the runtime on a number of equal devices.
   *
   * @param body the program, which returns the value to compare
   */
  static SharedRun requireEqual(int devices, String body) {
    return requireEqual(new EqualDevices(devices), body);
  }

  /** Does the same on these devices. */
  static SharedRun requireEqual(DeviceBackend backend, String body) {
    return requireEqual(backend, Map.of(), body, runtime -> {});
  }

  /**
   * @param memory how much memory of each device may be used
   */
  static SharedRun requireEqual(DeviceBackend backend, String memory, String body) {
    return requireEqual(backend, Map.of("slipstream.device.memory", memory), body, runtime -> {});
  }

  /**
   * @param additional options
   * @param beforeLook is called when all loops have been submitted
   */
  static SharedRun requireEqual(
      DeviceBackend backend,
      Map<String, String> further,
      String body,
      Consumer<SlipstreamRuntime> beforeLook) {
    Object plain = JavaLoops.run(body, kernels -> (site, start, captures) -> start);
    requireDevice(backend);
    Properties options = new Properties();
    options.setProperty("slipstream.device", "opencl");
    options.setProperty("slipstream.deferred", "true");
    options.putAll(further);
    Settings settings = Settings.read(options, Map.of(), "");
    HostArrays arrays =
        new HostArrays(length -> {}, Log.none()) {
          @Override
          public boolean othersMayWrite() {
            return false;
          }
        };
    try (SlipstreamRuntime runtime =
        SlipstreamRuntime.start(settings, Log.none(), List.of(backend), arrays)) {
      Object shared =
          JavaLoops.run(
              body,
              kernels -> {
                kernels.forEach(kernel -> runtime.register(kernel.site(), kernel));
                return runtime::submit;
              });
      beforeLook.accept(runtime);
      arrays.fence();
      assertThat(Objects.deepEquals(shared, plain)).isTrue();
      ReportContent report = runtime.report();
      List<SharingStatistics> sharing =
          report.taken().stream().map(loop -> loop.statistics().sharing()).toList();
      return new SharedRun(report.graphs().kernels(), report.graphs(), sharing);
    }
  }

  private static void requireDevice(DeviceBackend backend) {
    try {
      assumeFalse(backend.open().isEmpty(), "there is no OpenCL device");
    } catch (DeviceException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Does the same with a part of each loop for the host's cores.
   *
   * @param share the part for the host's cores
   */
  static SharedRun withHost(int devices, String share, String body) {
    return requireEqual(
        new EqualDevices(devices), Map.of("slipstream.cpu.share", share), body, runtime -> {});
  }
}
