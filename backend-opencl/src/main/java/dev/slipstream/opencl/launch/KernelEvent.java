package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.BeforeStore;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

/**
 * A kernel under way on the device, in one or several commands. Also remembers whether results were
 * stored, which is allowed only once the kernel has ended well. Thread-safe.
 */
final class KernelEvent implements BeforeStore, AutoCloseable {
  private final List<Long> events = new ArrayList<>(1);
  private boolean ended;
  private boolean stored;

  /** Adds the event of a command, which this object will release. */
  synchronized void add(long event) {
    events.add(event);
  }

  /** The number of commands. */
  synchronized int commands() {
    return events.size();
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
    for (long event : events) {
      int waited = CL10.clWaitForEvents(event);
      // The status names the failure, the wait only says that there was one.
      int status = status(event);
      if (status < 0) {
        throw new ClException("The kernel", status);
      }
      ClException.check("clWaitForEvents for the kernel", waited);
    }
    ended = true;
  }

  /** Whether host arrays may hold results. */
  synchronized boolean stored() {
    return stored;
  }

  /** The time that the device took for the kernel, in nanoseconds. */
  synchronized long nanos() throws ClException {
    await();
    long nanos = 0;
    for (long event : events) {
      nanos +=
          time(event, CL10.CL_PROFILING_COMMAND_END) - time(event, CL10.CL_PROFILING_COMMAND_START);
    }
    return nanos;
  }

  private static int status(long event) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer status = stack.callocInt(1);
      ClException.check(
          "clGetEventInfo",
          CL10.clGetEventInfo(event, CL10.CL_EVENT_COMMAND_EXECUTION_STATUS, status, null));
      return status.get(0);
    }
  }

  private static long time(long event, int moment) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer nanos = stack.callocLong(1);
      ClException.check(
          "clGetEventProfilingInfo", CL10.clGetEventProfilingInfo(event, moment, nanos, null));
      return nanos.get(0);
    }
  }

  @Override
  public synchronized void close() throws ClException {
    for (long event : events) {
      ClException.check("clReleaseEvent", CL10.clReleaseEvent(event));
    }
    events.clear();
  }
}
