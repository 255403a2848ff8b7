package dev.slipstream.opencl.kernel;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.ProgramBinary;
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
 * A kernel built for one device. A thread that sets its arguments must hold its monitor until the
 * kernel was started with them.
 */
public final class BuiltKernel {
  private static final int LOG_LINES = 6;

  private final Handles handles;
  private final long maxWorkGroup;
  private final boolean takesParts;
  private final boolean countsStarts;
  private final ScalarArguments scalars = new ScalarArguments();

  private BuiltKernel(Handles handles, long maxWorkGroup, KernelText text) {
    this.handles = handles;
    this.maxWorkGroup = maxWorkGroup;
    this.takesParts = text.takesParts();
    this.countsStarts = text.countsStarts();
  }

  /** The driver's objects for a kernel: {@code cl_program} and {@code cl_kernel}. */
  public record Handles(long program, long kernel) {
    /** Releases both. */
    public void release() throws ClException {
      ClException.check("clReleaseKernel", CL10.clReleaseKernel(kernel));
      ClException.check("clReleaseProgram", CL10.clReleaseProgram(program));
    }
  }

  /** The handles that must be released when nothing refers to this kernel any more. */
  public Handles handles() {
    return handles;
  }

  /** The {@code cl_program}. */
  public long program() {
    return handles.program();
  }

  /** The {@code cl_kernel}. */
  public long kernel() {
    return handles.kernel();
  }

  /** The largest work-group with which it can run, in work items. */
  public long maxWorkGroup() {
    return maxWorkGroup;
  }

  /** Whether its arguments include the elements with which the buffers of its arrays begin. */
  public boolean takesParts() {
    return takesParts;
  }

  /** Whether its last argument is the buffer of a counter, to which it adds one when it starts. */
  public boolean countsStarts() {
    return countsStarts;
  }

  /** The scalar arguments that are set at present. */
  public ScalarArguments scalars() {
    return scalars;
  }

  /**
   * Builds a kernel.
   *
   * @param context an OpenCL context of the device
   * @param options the compiler's options
   * @throws DeviceException if its compiler rejects the text
   * @throws ClException if OpenCL fails otherwise
   */
  static BuiltKernel compile(long context, DeviceFacts device, KernelText text, String options)
      throws DeviceException, ClException {
    return build(createProgram(context, text.text()), device, text, options);
  }

  /**
   * Loads a kernel that was built before.
   *
   * @param binary the driver's build result
   * @param text the text from which it was built
   * @throws DeviceException if the driver cannot link it
   * @throws ClException if the driver does not accept it or OpenCL fails otherwise
   */
  static BuiltKernel load(
      long context, DeviceFacts device, byte[] binary, KernelText text, String options)
      throws DeviceException, ClException {
    long program = ProgramBinary.load(context, device.device(), binary);
    return build(program, device, text, options);
  }

  private static BuiltKernel build(
      long program, DeviceFacts device, KernelText text, String options)
      throws DeviceException, ClException {
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
      BuiltKernel built =
          new BuiltKernel(new Handles(program, kernel), maxWorkGroup(kernel, device, text), text);
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

  private static long maxWorkGroup(long kernel, DeviceFacts device, KernelText text)
      throws ClException {
    long most = maxWorkGroup(kernel, device.device());
    // PoCL keeps the private arrays of all work items of a group on the stack of one thread.
    boolean onStack = device.kind() == DeviceFacts.Kind.CPU && text.privateBytes() > 0;
    return onStack
        ? Math.max(1, Math.min(most, device.privateBytes() / text.privateBytes()))
        : most;
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
}
