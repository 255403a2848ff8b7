package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.OpenClBackend;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryUtil;

/**
 * What it costs that the host, and not the device, waits between queues: some elements go in on one
 * queue, a kernel changes them on the second, and they come out on the third. Run by {@code main}.
 */
final class EventsBench {
  private static final int ROUNDS = 3_000;
  private static final int ELEMENTS = 1_024;
  private static final int LONG_KERNEL = 20_000;
  private static final String TEXT =
      """
      __kernel void advance(__global int* a, int n) {
        int x = a[get_global_id(0)];
        for (int i = 0; i < n; i++) x = x * 3 + i;
        a[get_global_id(0)] = x + 1;
      }
      """;

  private final long context;
  private final long in;
  private final long compute;
  private final long out;
  private final long kernel;
  private final long buffer;
  private final ByteBuffer host = MemoryUtil.memAlloc(4 * ELEMENTS);
  private final PointerBuffer sizes = MemoryUtil.memAllocPointer(1).put(0, ELEMENTS);
  private final PointerBuffer written = MemoryUtil.memAllocPointer(1);
  private final PointerBuffer computed = MemoryUtil.memAllocPointer(1);

  private EventsBench(DeviceFacts device) throws ClException {
    IntBuffer code = MemoryUtil.memAllocInt(1);
    context = CL10.clCreateContext(null, device.device(), null, 0, code);
    in = CL10.clCreateCommandQueue(context, device.device(), 0, code);
    compute = CL10.clCreateCommandQueue(context, device.device(), 0, code);
    out = CL10.clCreateCommandQueue(context, device.device(), 0, code);
    buffer = CL10.clCreateBuffer(context, CL10.CL_MEM_READ_WRITE, 4L * ELEMENTS, code);
    ClException.check("clCreateBuffer", code.get(0));
    long program = CL10.clCreateProgramWithSource(context, TEXT, code);
    ClException.check("clBuildProgram", CL10.clBuildProgram(program, device.device(), "", null, 0));
    kernel = CL10.clCreateKernel(program, "advance", code);
    ClException.check("clCreateKernel", code.get(0));
    CL10.clSetKernelArg1p(kernel, 0, buffer);
  }

  public static void main(String[] args) throws Exception {
    new OpenClBackend().open();
    DeviceFacts device = DeviceDiscovery.devices().get(0);
    EventsBench bench = new EventsBench(device);
    System.out.println(device.name() + ", microseconds for a way in, a kernel and a way out");
    for (int length : new int[] {1, LONG_KERNEL}) {
      CL10.clSetKernelArg1i(bench.kernel, 1, length);
      for (int repetition = 0; repetition < 3; repetition++) {
        System.out.printf(
            "kernel of %5d steps: one queue %.1f, three with events %.1f, three with the host %.1f%n",
            length,
            median(() -> bench.round(bench.compute, bench.compute, false, false)),
            median(() -> bench.round(bench.in, bench.out, true, false)),
            median(() -> bench.round(bench.in, bench.out, false, true)));
      }
    }
  }

  private interface Round {
    void run() throws ClException;
  }

  private static double median(Round round) throws ClException {
    double[] micros = new double[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
      long began = System.nanoTime();
      round.run();
      micros[r] = (System.nanoTime() - began) / 1e3;
    }
    Arrays.sort(micros);
    return micros[ROUNDS / 2];
  }

  private void round(long first, long last, boolean events, boolean waits) throws ClException {
    ClException.check(
        "clEnqueueWriteBuffer",
        CL10.clEnqueueWriteBuffer(first, buffer, false, 0, host, null, written));
    CL10.clFlush(first);
    if (waits) {
      ClException.check("clWaitForEvents", CL10.clWaitForEvents(written.get(0)));
    }
    ClException.check(
        "clEnqueueNDRangeKernel",
        CL10.clEnqueueNDRangeKernel(
            compute, kernel, 1, null, sizes, null, events ? written : null, computed));
    CL10.clFlush(compute);
    if (waits) {
      ClException.check("clWaitForEvents", CL10.clWaitForEvents(computed.get(0)));
    }
    ClException.check(
        "clEnqueueReadBuffer",
        CL10.clEnqueueReadBuffer(last, buffer, true, 0, host, events ? computed : null, null));
    CL10.clReleaseEvent(written.get(0));
    CL10.clReleaseEvent(computed.get(0));
  }
}
