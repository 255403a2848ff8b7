package dev.slipstream.opencl;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.lanes.EagerLaunches;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The best OpenCL device of this machine with kernels written by hand in OpenCL C. */
final class OpenClBench implements AutoCloseable {
  private final Device device;
  private final EagerLaunches launches;

  private OpenClBench(Device device) {
    this.device = device;
    this.launches = new EagerLaunches(device);
  }

  /** Opens the device; skips the calling test where there is none. */
  static OpenClBench open() {
    return open(DeviceEnvironment.withoutCache(Log.none()));
  }

  /** Opens the device with a given environment; skips the calling test where there is none. */
  static OpenClBench open(DeviceEnvironment environment) {
    List<Device> devices;
    try {
      devices = new OpenClBackend(kernel -> text(new String(kernel.classFile()))).open(environment);
    } catch (DeviceException e) {
      return Assumptions.abort(e.getMessage());
    }
    assumeFalse(devices.isEmpty(), "there is no OpenCL device");
    return new OpenClBench(devices.get(0));
  }

  /** A kernel's text as the translator would describe it. */
  static KernelText text(String text) {
    return new KernelText(
        text,
        "k",
        text.contains("float"),
        text.contains("double"),
        text.contains("char*"),
        /* privateBytes= */ 0,
        /* fastMath= */ false,
        /* takesParts= */ false,
        /* countsStarts= */ false);
  }

  Device device() {
    return device;
  }

  /**
   * Prepares a kernel.
   *
   * @param dimensions 1 to 3; the indices are called {@code i}, {@code j}, {@code l} in the body
   * @param parameters in C, {@code int x} or {@code __global int* a}
   * @param body one iteration
   */
  HostKernel prepare(int dimensions, List<String> parameters, String body) throws DeviceException {
    return prepare(
        new RangeKernel(
            "Test.test:1",
            "slipstream.kernel.Test",
            source(dimensions, parameters, body).getBytes(),
            dimensions,
            parameters.stream().map(p -> new KernelParameter("p", descriptor(p))).toList()));
  }

  /** Prepares a kernel for launches on arrays that are copied to the device and back. */
  HostKernel prepare(RangeKernel kernel) throws DeviceException {
    return launches.of(device.prepare(kernel), kernel);
  }

  /** A descriptor that only distinguishes scalars from arrays. */
  private static String descriptor(String parameter) {
    return parameter.contains("*") ? "[I" : "I";
  }

  static String source(int dimensions, List<String> parameters, String body) {
    List<String> arguments = new ArrayList<>();
    StringBuilder start = new StringBuilder();
    String names = "ijl";
    for (int d = 0; d < dimensions; d++) {
      arguments.add("int start_%d, int step_%d, uint count_%d".formatted(d, d, d));
      start.append(
          "if (get_global_id(%d) >= count_%d) return; int %s = start_%d + step_%d * (int)get_global_id(%d);\n"
              .formatted(dimensions - 1 - d, d, names.charAt(d), d, d, dimensions - 1 - d));
    }
    for (String parameter : parameters) {
      String name = parameter.substring(parameter.lastIndexOf(' ') + 1);
      arguments.add(parameter.contains("*") ? parameter + ", int " + name + "_length" : parameter);
    }
    return "__kernel void k(" + String.join(", ", arguments) + ") {\n" + start + body + "\n}\n";
  }

  static IterationSpace counting(int... counts) {
    int[] ones = new int[counts.length];
    java.util.Arrays.fill(ones, 1);
    return new IterationSpace(new int[counts.length], ones, counts);
  }

  static Launch launch(IterationSpace space, Object[] arguments, ArrayAccess... accesses) {
    return new Launch(space, arguments, List.of(accesses));
  }

  static ArrayAccess reads(int parameter, int from, int to) {
    return new ArrayAccess(parameter, from, to, 0, 0, false);
  }

  static ArrayAccess writes(int parameter, int from, int to) {
    return new ArrayAccess(parameter, 0, 0, from, to, true);
  }

  static ArrayAccess mayWrite(int parameter, int from, int to) {
    return new ArrayAccess(parameter, 0, 0, from, to, false);
  }

  @Override
  public void close() {
    device.close();
  }
}
