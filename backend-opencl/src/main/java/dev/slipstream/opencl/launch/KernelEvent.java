package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.BeforeStore;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

/**
 * A kernel under way on the device. Also remembers whether results were stored, which is allowed
 * only once the kernel has ended well. Thread-safe.
 */
final class KernelEvent implements BeforeStore, AutoCloseable {
  private final long event;
  private boolean ended;
  private boolean stored;

  KernelEvent(long event) {
    this.event = event;
  }

  /** Waits for the kernel's end and notes that host arrays change from now on. */
  @Override
  public synchronized void run() throws ClException {
    await();
    stored = true;
  }

  /**
   * Waits for the kernel's end.
   *
   * @throws ClException if the kernel failed on the device
   */
  synchronized void await() throws ClException {
    if (ended) {
      return;
    }
    int waited = CL10.clWaitForEvents(event);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer status = stack.callocInt(1);
      ClException.check(
          "clGetEventInfo",
          CL10.clGetEventInfo(event, CL10.CL_EVENT_COMMAND_EXECUTION_STATUS, status, null));
      if (status.get(0) < 0) {
        throw new ClException("The kernel", status.get(0));
      }
    }
    ClException.check("clWaitForEvents for the kernel", waited);
    ended = true;
  }

  /** Whether host arrays may hold results. */
  synchronized boolean stored() {
    return stored;
  }

  /** The time that the device took for the kernel, in nanoseconds. */
  long nanos() throws ClException {
    await();
    return time(CL10.CL_PROFILING_COMMAND_END) - time(CL10.CL_PROFILING_COMMAND_START);
  }

  private long time(int moment) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer nanos = stack.callocLong(1);
      ClException.check(
          "clGetEventProfilingInfo", CL10.clGetEventProfilingInfo(event, moment, nanos, null));
      return nanos.get(0);
    }
  }

  @Override
  public void close() throws ClException {
    ClException.check("clReleaseEvent", CL10.clReleaseEvent(event));
  }
}
