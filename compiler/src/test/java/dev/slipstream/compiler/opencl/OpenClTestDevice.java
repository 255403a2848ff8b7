package dev.slipstream.compiler.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * The first OpenCL device found, for one kernel launch at a time, without regard for speed.
 *
 * <p>All devices that are opened share one context, which remains until the JVM ends. PoCL reads
 * its library of functions anew for each context, which takes as long as several kernels.
 */
public final class OpenClTestDevice implements AutoCloseable {
  private static final String OPTIONS = "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt ";

  private static final int MOST_ATTEMPTS = 3;

  private final String options;
  private final long device;
  private final long context;
  private final long queue;

  private record First(long device, long context) {
    static final Optional<First> HERE = find();
  }

  private OpenClTestDevice(First first, String moreOptions) {
    options = OPTIONS + moreOptions;
    device = first.device;
    context = first.context;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer error = stack.mallocInt(1);
      queue = CL10.clCreateCommandQueue(context, device, 0, error);
      check(error.get(0));
    }
  }

  /**
   * Opens a device if there is one, a GPU if possible.
   *
   * @param moreOptions for building programs
   */
  public static Optional<OpenClTestDevice> open(String moreOptions) {
    return First.HERE.map(first -> new OpenClTestDevice(first, moreOptions));
  }

  private static Optional<First> find() {
    if (Configuration.OPENCL_LIBRARY_NAME.get() == null) {
      // The name without a version exists only where the development package is installed.
      Configuration.OPENCL_LIBRARY_NAME.set("libOpenCL.so.1");
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      CL.getICD();
      IntBuffer count = stack.mallocInt(1);
      if (CL10.clGetPlatformIDs(null, count) != CL10.CL_SUCCESS || count.get(0) == 0) {
        return Optional.empty();
      }
      PointerBuffer platforms = stack.mallocPointer(count.get(0));
      check(CL10.clGetPlatformIDs(platforms, (IntBuffer) null));
      for (long type : new long[] {CL10.CL_DEVICE_TYPE_GPU, CL10.CL_DEVICE_TYPE_ALL}) {
        for (int p = 0; p < platforms.capacity(); p++) {
          PointerBuffer device = stack.mallocPointer(1);
          if (CL10.clGetDeviceIDs(platforms.get(p), type, device, (IntBuffer) null)
              == CL10.CL_SUCCESS) {
            CL.createPlatformCapabilities(platforms.get(p));
            PointerBuffer properties =
                stack.pointers(CL10.CL_CONTEXT_PLATFORM, platforms.get(p), 0);
            IntBuffer error = stack.mallocInt(1);
            long context = CL10.clCreateContext(properties, device.get(0), null, 0, error);
            check(error.get(0));
            return Optional.of(new First(device.get(0), context));
          }
        }
      }
      return Optional.empty();
    } catch (UnsatisfiedLinkError noLibrary) {
      return Optional.empty();
    }
  }

  /** The device's name according to the driver. */
  public String name() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.mallocPointer(1);
      check(CL10.clGetDeviceInfo(device, CL10.CL_DEVICE_NAME, (ByteBuffer) null, size));
      ByteBuffer name = stack.malloc((int) size.get(0));
      check(CL10.clGetDeviceInfo(device, CL10.CL_DEVICE_NAME, name, null));
      return MemoryUtil.memASCII(name, name.remaining() - 1);
    }
  }

  /** Runs a kernel; arrays among the arguments are changed as the kernel changes them. */
  public void run(
      OpenClSource source, int[] starts, int[] steps, int[] counts, Object... arguments) {
    try (Program program = build(List.of(source.text()))) {
      program.run(0, source.kernelName(), starts, steps, counts, Set.of(), arguments);
    }
  }

  /** Builds the texts of kernels as one program. */
  public Program build(List<String> texts) {
    return new Program(build(ProgramText.of(texts)), texts.size() > 1);
  }

  /** Kernels that were built together. */
  public final class Program implements AutoCloseable {
    private final long program;
    private final boolean isNumbered;

    private Program(long program, boolean isNumbered) {
      this.program = program;
      this.isNumbered = isNumbered;
    }

    /**
     * Runs a kernel; arrays among the arguments are changed as the kernel changes them.
     *
     * @param number which of the program's texts it is from
     * @param scratch the arguments of which each work item gets an array of its own
     */
    public void run(
        int number,
        String name,
        int[] starts,
        int[] steps,
        int[] counts,
        Set<Integer> scratch,
        Object[] arguments) {
      List<Object> expanded = new ArrayList<>();
      List<FlatRows> nested = new ArrayList<>();
      for (int p = 0; p < arguments.length; p++) {
        Object argument = arguments[p];
        if (scratch.contains(p)) {
          int length = Array.getLength(argument);
          Class<?> type = argument.getClass().getComponentType();
          expanded.add(Array.newInstance(type, items(counts) * length));
          expanded.add(length);
        } else if (argument instanceof Object[] rows) {
          FlatRows flat = new FlatRows(rows);
          nested.add(flat);
          expanded.addAll(flat.arguments());
        } else {
          expanded.add(argument);
          if (argument.getClass().isArray()) {
            expanded.add(Array.getLength(argument));
          }
        }
      }
      String built = isNumbered ? ProgramText.numbered(name, number) : name;
      runFlat(program, built, starts, steps, counts, expanded);
      nested.forEach(FlatRows::store);
    }

    @Override
    public void close() {
      CL10.clReleaseProgram(program);
    }
  }

  private void runFlat(
      long program, String name, int[] starts, int[] steps, int[] counts, List<Object> arguments) {
    List<Long> buffers = new ArrayList<>();
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer error = stack.mallocInt(1);
      long kernel = CL10.clCreateKernel(program, name, error);
      check(error.get(0));
      int next = 0;
      for (int d = 0; d < starts.length; d++) {
        check(CL10.clSetKernelArg1i(kernel, next++, starts[d]));
        check(CL10.clSetKernelArg1i(kernel, next++, steps[d]));
        check(CL10.clSetKernelArg1i(kernel, next++, counts[d]));
      }
      for (Object argument : arguments) {
        if (argument instanceof Integer i) {
          check(CL10.clSetKernelArg1i(kernel, next++, i));
        } else if (argument instanceof Long l) {
          check(CL10.clSetKernelArg1l(kernel, next++, l));
        } else if (argument instanceof Float f) {
          check(CL10.clSetKernelArg1f(kernel, next++, f));
        } else if (argument instanceof Double d) {
          check(CL10.clSetKernelArg1d(kernel, next++, d));
        } else {
          long buffer = upload(argument, error);
          buffers.add(buffer);
          check(CL10.clSetKernelArg1p(kernel, next++, buffer));
        }
      }
      long counter = 0;
      if (arguments(kernel, stack) > next) {
        counter = upload(new int[1], error);
        buffers.add(counter);
        check(CL10.clSetKernelArg1p(kernel, next, counter));
      }
      launch(kernel, counts, stack);
      if (counter != 0) {
        int[] counted = new int[1];
        download(counter, counted);
        assertThat(counted).as("the starts of " + name).containsExactly(1);
      }
      int b = 0;
      for (Object argument : arguments) {
        if (argument.getClass().isArray()) {
          download(buffers.get(b++), argument);
        }
      }
      check(CL10.clReleaseKernel(kernel));
    } finally {
      buffers.forEach(CL10::clReleaseMemObject);
    }
  }

  /** The number of arguments that a kernel takes. */
  private static int arguments(long kernel, MemoryStack stack) {
    IntBuffer count = stack.mallocInt(1);
    check(CL10.clGetKernelInfo(kernel, CL10.CL_KERNEL_NUM_ARGS, count, null));
    return count.get(0);
  }

  private long build(String text) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      for (int attempt = 1; ; attempt++) {
        IntBuffer error = stack.mallocInt(1);
        long program = CL10.clCreateProgramWithSource(context, text, error);
        check(error.get(0));
        int result = CL10.clBuildProgram(program, device, options, null, 0);
        if (result == CL10.CL_SUCCESS) {
          return program;
        }
        String message = buildLog(program, stack);
        CL10.clReleaseProgram(program);
        // PoCL's compiler removes its temporary files on signals that the JVM uses itself.
        if (attempt == MOST_ATTEMPTS || !message.contains("unable to rename temporary")) {
          throw new AssertionError("the kernel does not build:\n" + message + "\n" + text);
        }
      }
    }
  }

  private String buildLog(long program, MemoryStack stack) {
    PointerBuffer size = stack.mallocPointer(1);
    CL10.clGetProgramBuildInfo(program, device, CL10.CL_PROGRAM_BUILD_LOG, (ByteBuffer) null, size);
    ByteBuffer log = MemoryUtil.memAlloc((int) size.get(0));
    CL10.clGetProgramBuildInfo(program, device, CL10.CL_PROGRAM_BUILD_LOG, log, null);
    String message = MemoryUtil.memUTF8(log);
    MemoryUtil.memFree(log);
    return message;
  }

  private static int groupSize(int dimensions) {
    return dimensions == 1 ? 32 : 4;
  }

  private static int items(int[] counts) {
    int items = 1;
    for (int count : counts) {
      int group = groupSize(counts.length);
      items *= (count + group - 1) / group * group;
    }
    return items;
  }

  private void launch(long kernel, int[] counts, MemoryStack stack) {
    int dimensions = counts.length;
    PointerBuffer global = stack.mallocPointer(dimensions);
    PointerBuffer local = stack.mallocPointer(dimensions);
    for (int d = 0; d < dimensions; d++) {
      int group = groupSize(dimensions);
      local.put(dimensions - 1 - d, group);
      global.put(dimensions - 1 - d, (counts[d] + group - 1) / group * (long) group);
    }
    check(CL10.clEnqueueNDRangeKernel(queue, kernel, dimensions, null, global, local, null, null));
    check(CL10.clFinish(queue));
  }

  private long upload(Object array, IntBuffer error) {
    ByteBuffer bytes = MemoryUtil.memAlloc(Math.max(8, Array.getLength(array) * 8));
    for (int i = 0; i < Array.getLength(array); i++) {
      if (array instanceof boolean[] a) {
        bytes.put(i, (byte) (a[i] ? 1 : 0));
      } else if (array instanceof byte[] a) {
        bytes.put(i, a[i]);
      } else if (array instanceof short[] a) {
        bytes.putShort(i * 2, a[i]);
      } else if (array instanceof char[] a) {
        bytes.putChar(i * 2, a[i]);
      } else if (array instanceof int[] a) {
        bytes.putInt(i * 4, a[i]);
      } else if (array instanceof float[] a) {
        bytes.putInt(i * 4, Float.floatToRawIntBits(a[i]));
      } else if (array instanceof long[] a) {
        bytes.putLong(i * 8, a[i]);
      } else if (array instanceof double[] a) {
        bytes.putLong(i * 8, Double.doubleToRawLongBits(a[i]));
      }
    }
    long flags = CL10.CL_MEM_READ_WRITE | CL10.CL_MEM_COPY_HOST_PTR;
    long buffer = CL10.clCreateBuffer(context, flags, bytes, error);
    MemoryUtil.memFree(bytes);
    check(error.get(0));
    return buffer;
  }

  private void download(long buffer, Object array) {
    ByteBuffer bytes = MemoryUtil.memAlloc(Math.max(8, Array.getLength(array) * 8));
    check(CL10.clEnqueueReadBuffer(queue, buffer, true, 0, bytes, null, null));
    for (int i = 0; i < Array.getLength(array); i++) {
      if (array instanceof boolean[] a) {
        assertThat(bytes.get(i)).isBetween((byte) 0, (byte) 1);
        a[i] = bytes.get(i) != 0;
      } else if (array instanceof byte[] a) {
        a[i] = bytes.get(i);
      } else if (array instanceof short[] a) {
        a[i] = bytes.getShort(i * 2);
      } else if (array instanceof char[] a) {
        a[i] = bytes.getChar(i * 2);
      } else if (array instanceof int[] a) {
        a[i] = bytes.getInt(i * 4);
      } else if (array instanceof float[] a) {
        a[i] = bytes.getFloat(i * 4);
      } else if (array instanceof long[] a) {
        a[i] = bytes.getLong(i * 8);
      } else if (array instanceof double[] a) {
        a[i] = bytes.getDouble(i * 8);
      }
    }
    MemoryUtil.memFree(bytes);
  }

  private static void check(int result) {
    if (result != CL10.CL_SUCCESS) {
      throw new AssertionError("OpenCL error " + result);
    }
  }

  @Override
  public void close() {
    CL10.clReleaseCommandQueue(queue);
  }
}
