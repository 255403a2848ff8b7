package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.device.DeviceException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL12;
import org.lwjgl.opencl.KHRICD;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** Lists the OpenCL devices of this machine. The library must have been loaded. */
public final class DeviceDiscovery {
  private static final Pattern VERSION = Pattern.compile("OpenCL (\\d+)\\.(\\d+).*");

  /** {@code CL_DEVICE_DOUBLE_FP_CONFIG}; not among LWJGL's constants for OpenCL 1.0 to 1.2. */
  private static final int DEVICE_DOUBLE_FP_CONFIG = 0x1032;

  private static final int SMALL = 256;

  private DeviceDiscovery() {}

  /**
   * All devices, GPUs before accelerators before CPUs, otherwise in OpenCL's order.
   *
   * @throws DeviceException if there is none because PoCL cannot be used
   * @throws ClException if a platform cannot be queried; having no platform is no error
   */
  public static List<DeviceFacts> devices() throws ClException, DeviceException {
    Optional<String> problem = PoclCache.problem();
    List<DeviceFacts> devices = new ArrayList<>();
    for (long platform : platforms()) {
      if (problem.isPresent()
          && platformText(platform, CL10.CL_PLATFORM_NAME).equals(PoclCache.PLATFORM)) {
        continue;
      }
      for (long device : devices(platform)) {
        devices.add(facts(platform, device));
      }
    }
    if (devices.isEmpty() && problem.isPresent()) {
      throw new DeviceException(problem.get());
    }
    devices.sort(Comparator.comparing(DeviceFacts::kind));
    return devices;
  }

  private static long[] platforms() throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var count = stack.callocInt(1);
      int code = CL10.clGetPlatformIDs(null, count);
      if (code == KHRICD.CL_PLATFORM_NOT_FOUND_KHR) {
        return new long[0];
      }
      ClException.check("clGetPlatformIDs", code);
      PointerBuffer handles = stack.mallocPointer(count.get(0));
      if (handles.remaining() > 0) {
        ClException.check("clGetPlatformIDs", CL10.clGetPlatformIDs(handles, count));
      }
      return values(handles);
    }
  }

  private static long[] devices(long platform) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var count = stack.callocInt(1);
      int code = CL10.clGetDeviceIDs(platform, CL10.CL_DEVICE_TYPE_ALL, null, count);
      if (code == CL10.CL_DEVICE_NOT_FOUND) {
        return new long[0];
      }
      ClException.check("clGetDeviceIDs", code);
      PointerBuffer handles = stack.mallocPointer(count.get(0));
      if (handles.remaining() > 0) {
        ClException.check(
            "clGetDeviceIDs",
            CL10.clGetDeviceIDs(platform, CL10.CL_DEVICE_TYPE_ALL, handles, count));
      }
      return values(handles);
    }
  }

  private static long[] values(PointerBuffer handles) {
    long[] values = new long[handles.remaining()];
    handles.get(values);
    return values;
  }

  private static DeviceFacts facts(long platform, long device) throws ClException {
    int version = version(deviceText(device, CL10.CL_DEVICE_VERSION));
    Set<String> extensions =
        new HashSet<>(List.of(deviceText(device, CL10.CL_DEVICE_EXTENSIONS).strip().split("\\s+")));
    long floats = deviceNumber(device, CL10.CL_DEVICE_SINGLE_FP_CONFIG);
    return new DeviceFacts(
        platform,
        device,
        platformText(platform, CL10.CL_PLATFORM_NAME),
        platformText(platform, CL10.CL_PLATFORM_VERSION),
        deviceText(device, CL10.CL_DEVICE_NAME),
        deviceText(device, CL10.CL_DRIVER_VERSION),
        kind(deviceNumber(device, CL10.CL_DEVICE_TYPE)),
        version,
        deviceNumber(device, CL10.CL_DEVICE_COMPILER_AVAILABLE) != 0,
        (int) deviceNumber(device, CL10.CL_DEVICE_MAX_COMPUTE_UNITS),
        deviceNumber(device, CL10.CL_DEVICE_MAX_WORK_GROUP_SIZE),
        deviceNumbers(device, CL10.CL_DEVICE_MAX_WORK_ITEM_SIZES, 3),
        deviceNumber(device, CL10.CL_DEVICE_GLOBAL_MEM_SIZE),
        deviceNumber(device, CL10.CL_DEVICE_MAX_MEM_ALLOC_SIZE),
        doubles(device, version, extensions),
        version >= 101 || extensions.contains("cl_khr_byte_addressable_store"),
        (floats & CL10.CL_FP_DENORM) != 0,
        (floats & CL12.CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0);
  }

  private static boolean doubles(long device, int version, Set<String> extensions)
      throws ClException {
    if (extensions.contains("cl_khr_fp64")) {
      return true;
    }
    return version >= 102 && deviceNumber(device, DEVICE_DOUBLE_FP_CONFIG) != 0;
  }

  private static DeviceFacts.Kind kind(long type) {
    if ((type & CL10.CL_DEVICE_TYPE_GPU) != 0) {
      return DeviceFacts.Kind.GPU;
    }
    return (type & CL10.CL_DEVICE_TYPE_CPU) != 0
        ? DeviceFacts.Kind.CPU
        : DeviceFacts.Kind.ACCELERATOR;
  }

  private static int version(String text) {
    Matcher matcher = VERSION.matcher(text);
    return matcher.matches()
        ? 100 * Integer.parseInt(matcher.group(1)) + Integer.parseInt(matcher.group(2))
        : 100;
  }

  private static String platformText(long platform, int name) throws ClException {
    return text("clGetPlatformInfo", (n, v, s) -> CL10.nclGetPlatformInfo(platform, name, n, v, s));
  }

  private static String deviceText(long device, int name) throws ClException {
    return text("clGetDeviceInfo", (n, v, s) -> CL10.nclGetDeviceInfo(device, name, n, v, s));
  }

  /** A value of up to 8 bytes: cl_bool, cl_uint, cl_ulong, cl_bitfield or size_t. */
  private static long deviceNumber(long device, int name) throws ClException {
    return deviceNumbers(device, name, 1)[0];
  }

  /** {@code count} values of type size_t, or one value of any integer type. */
  private static long[] deviceNumbers(long device, int name, int count) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      ByteBuffer value = stack.calloc(SMALL).order(ByteOrder.nativeOrder());
      ClException.check(
          "clGetDeviceInfo",
          CL10.nclGetDeviceInfo(device, name, SMALL, MemoryUtil.memAddress(value), 0));
      long[] numbers = new long[count];
      for (int i = 0; i < count; i++) {
        numbers[i] = value.getLong(8 * i);
      }
      return numbers;
    }
  }

  private static String text(String call, Query query) throws ClException {
    ByteBuffer size = MemoryUtil.memCalloc(8).order(ByteOrder.nativeOrder());
    try {
      ClException.check(call, query.ask(0, 0, MemoryUtil.memAddress(size)));
      int bytes = Math.toIntExact(size.getLong(0));
      if (bytes == 0) {
        return "";
      }
      ByteBuffer value = MemoryUtil.memCalloc(bytes);
      try {
        ClException.check(call, query.ask(bytes, MemoryUtil.memAddress(value), 0));
        // Without the terminating zero byte.
        return StandardCharsets.UTF_8.decode(value.limit(bytes - 1)).toString().strip();
      } finally {
        MemoryUtil.memFree(value);
      }
    } finally {
      MemoryUtil.memFree(size);
    }
  }

  /** An OpenCL info function for one handle and one parameter. */
  @FunctionalInterface
  private interface Query {
    int ask(long bytes, long value, long sizeReturned);
  }
}
