package dev.slipstream.opencl.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** Reads what OpenCL says about platforms and devices. */
final class Info {
  private static final int SMALL = 256;

  private Info() {}

  static String platformText(long platform, int name) throws ClException {
    return text("clGetPlatformInfo", (n, v, s) -> CL10.nclGetPlatformInfo(platform, name, n, v, s));
  }

  static String deviceText(long device, int name) throws ClException {
    return text("clGetDeviceInfo", (n, v, s) -> CL10.nclGetDeviceInfo(device, name, n, v, s));
  }

  /** A value of up to 8 bytes: cl_bool, cl_uint, cl_ulong, cl_bitfield or size_t. */
  static long deviceNumber(long device, int name) throws ClException {
    return deviceNumbers(device, name, 1)[0];
  }

  /** {@code count} values of type size_t, or one value of any integer type. */
  static long[] deviceNumbers(long device, int name, int count) throws ClException {
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
        // Without the closing zero byte.
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
