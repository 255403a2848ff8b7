package dev.slipstream.opencl.kernel;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.runtime.device.DeviceException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * A kernel built for one device.
 *
 * @param program the {@code cl_program}
 * @param kernel the {@code cl_kernel}
 * @param maxWorkGroup the largest work-group with which it runs, in work items
 */
public record BuiltKernel(long program, long kernel, long maxWorkGroup) implements AutoCloseable {
  private static final int LOG_LINES = 6;

  /**
   * Builds a kernel.
   *
   * @param context an OpenCL context of the device
   * @throws DeviceException if the device lacks something or its compiler rejects the text
   * @throws ClException if OpenCL fails otherwise
   */
  public static BuiltKernel build(long context, DeviceFacts device, KernelText text)
      throws DeviceException, ClException {
    String options = DeviceNeeds.buildOptions(text, device);
    long program = createProgram(context, text.text());
    boolean done = false;
    try {
      int code = CL10.clBuildProgram(program, device.device(), options, null, 0);
      if (code != 0) {
        ClException cause = new ClException("clBuildProgram", code);
        throw new DeviceException(
            "The OpenCL compiler of "
                + device.name()
                + " rejected the kernel ("
                + cause.getMessage()
                + "): "
                + logStart(program, device.device()),
            cause);
      }
      long kernel = createKernel(program, text.kernelName());
      BuiltKernel built = new BuiltKernel(program, kernel, maxWorkGroup(kernel, device.device()));
      done = true;
      return built;
    } finally {
      if (!done) {
        CL10.clReleaseProgram(program);
      }
    }
  }

  private static long createProgram(long context, String text) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long program = CL10.clCreateProgramWithSource(context, text, code);
      ClException.check("clCreateProgramWithSource", code.get(0));
      return program;
    }
  }

  private static long createKernel(long program, String name) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long kernel = CL10.clCreateKernel(program, name, code);
      ClException.check("clCreateKernel", code.get(0));
      return kernel;
    }
  }

  private static long maxWorkGroup(long kernel, long device) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.callocPointer(1);
      int code =
          CL10.clGetKernelWorkGroupInfo(kernel, device, CL10.CL_KERNEL_WORK_GROUP_SIZE, size, null);
      if (code != 0) {
        CL10.clReleaseKernel(kernel);
        throw new ClException("clGetKernelWorkGroupInfo", code);
      }
      return size.get(0);
    }
  }

  private static String logStart(long program, long device) throws ClException {
    int name = CL10.CL_PROGRAM_BUILD_LOG;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.callocPointer(1);
      ClException.check(
          "clGetProgramBuildInfo",
          CL10.nclGetProgramBuildInfo(program, device, name, 0, 0, MemoryUtil.memAddress(size)));
      ByteBuffer log = MemoryUtil.memCalloc(Math.toIntExact(size.get(0)) + 1);
      try {
        ClException.check(
            "clGetProgramBuildInfo",
            CL10.clGetProgramBuildInfo(program, device, name, log.limit(log.limit() - 1), null));
        return firstLines(StandardCharsets.UTF_8.decode(log).toString().replace("\0", ""));
      } finally {
        MemoryUtil.memFree(log);
      }
    }
  }

  private static String firstLines(String log) {
    String lines =
        log.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .limit(LOG_LINES)
            .collect(Collectors.joining("\n  "));
    return lines.isEmpty() ? "it gave no reason" : lines;
  }

  /** Releases the kernel and its program. */
  @Override
  public void close() throws ClException {
    ClException.check("clReleaseKernel", CL10.clReleaseKernel(kernel));
    ClException.check("clReleaseProgram", CL10.clReleaseProgram(program));
  }
}
