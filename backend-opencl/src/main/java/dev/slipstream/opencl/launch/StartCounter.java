package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.runtime.device.Attempts;
import dev.slipstream.runtime.device.DeviceException;
import java.nio.IntBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * Counts the kernels of an in-order queue twice: the driver's reports that one was started, and, in
 * a buffer, the kernels that have run. After a report that a kernel was not started this tells
 * whether that is true. Kernels that may run twice with the same results do not count. Used by the
 * launching thread.
 */
final class StartCounter {
  private final long context;
  private final long queue;

  /** The {@code cl_mem} of an int without sign that kernels increment; 0 before the first one. */
  private long buffer;

  /** The number of starts that the driver has reported; like the device's, it may wrap. */
  private int reported;

  /** Whether the two may differ: it once remained unknown whether a kernel had run. */
  private boolean inDoubt;

  /**
   * @param context the {@code cl_context}
   * @param queue the {@code cl_command_queue}
   */
  StartCounter(long context, long queue) {
    this.context = context;
    this.queue = queue;
  }

  /**
   * The buffer, which exists until {@link #release}.
   *
   * @throws DeviceException if it cannot be allocated
   */
  long buffer() throws DeviceException {
    if (buffer == 0) {
      Attempts.repeat(() -> buffer = create());
    }
    return buffer;
  }

  private long create() throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      IntBuffer none = stack.callocInt(1);
      long flags = CL10.CL_MEM_READ_WRITE | CL10.CL_MEM_COPY_HOST_PTR;
      long handle = CL10.clCreateBuffer(context, flags, none, code);
      ClException.check("clCreateBuffer for a counter", code.get(0));
      return handle;
    }
  }

  /** Counts a start that the driver has reported. */
  void started() {
    reported++;
  }

  /**
   * Whether a kernel has run whose start was not reported, which counts as reported then. Waits for
   * all kernels of the queue.
   *
   * @throws DeviceException if the device does not say it; then it is not known later either
   */
  boolean findsUnreported() throws DeviceException {
    if (inDoubt) {
      throw new DeviceException("the number of kernels that have run is in doubt");
    }
    inDoubt = true;
    int unreported = run() - reported;
    if (unreported < 0 || unreported > 1) {
      throw new DeviceException(
          "the device has counted " + unreported + " more starts of kernels than were reported");
    }
    inDoubt = false;
    reported += unreported;
    return unreported == 1;
  }

  /** The number of kernels that have run, when all have. */
  private int run() throws DeviceException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer run = stack.callocInt(1);
      Attempts.repeat(
          () -> {
            long to = MemoryUtil.memAddress(run);
            int code =
                CL10.nclEnqueueReadBuffer(
                    queue, buffer, CL10.CL_TRUE, 0, Integer.BYTES, to, 0, 0, 0);
            ClException.check("clEnqueueReadBuffer for a counter", code);
          });
      return run.get(0);
    }
  }

  /** Releases the buffer. OpenCL keeps it until the last kernel that uses it has ended. */
  void release() {
    if (buffer != 0) {
      int code = CL10.clReleaseMemObject(buffer);
      buffer = 0;
      if (code != 0) {
        System.getLogger(StartCounter.class.getName())
            .log(System.Logger.Level.DEBUG, "clReleaseMemObject returned {0}", code);
      }
    }
  }
}
