package dev.slipstream.opencl.driver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL12;
import org.lwjgl.system.MemoryStack;

/** Lists the OpenCL devices of this machine. The library must have been loaded. */
public final class DeviceDiscovery {
  private static final Pattern VERSION = Pattern.compile("OpenCL (\\d+)\\.(\\d+).*");

  /** {@code CL_DEVICE_DOUBLE_FP_CONFIG}; not among LWJGL's constants for OpenCL 1.0 to 1.2. */
  private static final int DEVICE_DOUBLE_FP_CONFIG = 0x1032;

  private DeviceDiscovery() {}

  /**
   * All devices, GPUs before accelerators before CPUs, otherwise in OpenCL's order.
   *
   * @throws ClException if a platform cannot be asked; having no platform is no error
   */
  public static List<DeviceFacts> devices() throws ClException {
    List<DeviceFacts> devices = new ArrayList<>();
    for (long platform : platforms()) {
      for (long device : devices(platform)) {
        devices.add(facts(platform, device));
      }
    }
    devices.sort(Comparator.comparing(DeviceFacts::kind));
    return devices;
  }

  private static long[] platforms() throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var count = stack.callocInt(1);
      int code = CL10.clGetPlatformIDs(null, count);
      if (code == ErrorCodes.PLATFORM_NOT_FOUND) {
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
      if (code == ErrorCodes.DEVICE_NOT_FOUND) {
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
    int version = version(Info.deviceText(device, CL10.CL_DEVICE_VERSION));
    Set<String> extensions =
        Set.copyOf(
            List.of(Info.deviceText(device, CL10.CL_DEVICE_EXTENSIONS).strip().split("\\s+"))
                .stream()
                .distinct()
                .toList());
    long floats = Info.deviceNumber(device, CL10.CL_DEVICE_SINGLE_FP_CONFIG);
    return new DeviceFacts(
        platform,
        device,
        Info.platformText(platform, CL10.CL_PLATFORM_NAME),
        Info.platformText(platform, CL10.CL_PLATFORM_VERSION),
        Info.deviceText(device, CL10.CL_DEVICE_NAME),
        Info.deviceText(device, CL10.CL_DRIVER_VERSION),
        kind(Info.deviceNumber(device, CL10.CL_DEVICE_TYPE)),
        version,
        Info.deviceNumber(device, CL10.CL_DEVICE_COMPILER_AVAILABLE) != 0,
        (int) Info.deviceNumber(device, CL10.CL_DEVICE_MAX_COMPUTE_UNITS),
        Info.deviceNumber(device, CL10.CL_DEVICE_MAX_WORK_GROUP_SIZE),
        Info.deviceNumbers(device, CL10.CL_DEVICE_MAX_WORK_ITEM_SIZES, 3),
        Info.deviceNumber(device, CL10.CL_DEVICE_GLOBAL_MEM_SIZE),
        Info.deviceNumber(device, CL10.CL_DEVICE_MAX_MEM_ALLOC_SIZE),
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
    return version >= 102 && Info.deviceNumber(device, DEVICE_DOUBLE_FP_CONFIG) != 0;
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
}
