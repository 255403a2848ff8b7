package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.memory.DeviceBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * An in-order queue of a device. Any thread may enqueue; the order is that of the calls, and
 * nothing is allocated for one.
 */
final class CommandQueue implements AutoCloseable {
  private static final int MOST_DIMENSIONS = 3;

  private final DeviceFacts device;
  private final FaultInjection faults;
  private final long handle;
  private final AtomicLong launches = new AtomicLong();

  /** The event of the last command that {@link #await()} waits for, or 0. Guarded by this. */
  private long last;

  private CommandQueue(DeviceFacts device, FaultInjection faults, long handle) {
    this.device = device;
    this.faults = faults;
    this.handle = handle;
  }

  /**
   * Opens a queue.
   *
   * @param timed whether the device notes when commands begin and end, which costs a little
   */
  static CommandQueue open(long context, DeviceFacts device, FaultInjection faults, boolean timed)
      throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long handle =
          CL10.clCreateCommandQueue(
              context, device.device(), timed ? CL10.CL_QUEUE_PROFILING_ENABLE : 0, code);
      ClException.check("clCreateCommandQueue", code.get(0));
      return new CommandQueue(device, faults, handle);
    }
  }

  /** The {@code cl_command_queue}. */
  long handle() {
    return handle;
  }

  /**
   * Starts a kernel, whose arguments are set, over some of its work items.
   *
   * @param shape the extents of a work-group
   */
  void enqueue(BuiltKernel kernel, long[] shape, Grid.Tile tile) throws ClException {
    isLast(enqueueTold(kernel, shape, tile));
  }

  /** Notes a command's event for those who wait for all commands, and releases the one before. */
  private synchronized void isLast(long event) {
    if (last != 0) {
      CL10.clReleaseEvent(last);
    }
    last = event;
  }

  /** The event of the last command, which the caller releases; 0 if there was none. */
  private synchronized long retainLast() throws ClException {
    if (last != 0) {
      ClException.check("clRetainEvent", CL10.clRetainEvent(last));
    }
    return last;
  }

  /**
   * The same with an event.
   *
   * @return the event, which the caller releases
   */
  long enqueueTold(BuiltKernel kernel, long[] shape, Grid.Tile tile) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long event = stack.ncalloc(Long.BYTES, Long.BYTES, 1);
      enqueue(kernel, shape, tile, event);
      return MemoryUtil.memGetAddress(event);
    }
  }

  private void enqueue(BuiltKernel kernel, long[] shape, Grid.Tile tile, long event)
      throws ClException {
    int code;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long offsets = stack.nmalloc(Long.BYTES, 3 * MOST_DIMENSIONS * Long.BYTES);
      long sizes = offsets + MOST_DIMENSIONS * Long.BYTES;
      long local = sizes + MOST_DIMENSIONS * Long.BYTES;
      for (int d = 0; d < shape.length; d++) {
        long extent = d == 0 ? faults.workGroupSize(shape[0], device.maxWorkGroup()) : shape[d];
        MemoryUtil.memPutLong(offsets + (long) d * Long.BYTES, tile.offsets()[d]);
        MemoryUtil.memPutLong(sizes + (long) d * Long.BYTES, tile.sizes()[d]);
        MemoryUtil.memPutLong(local + (long) d * Long.BYTES, extent);
      }
      code =
          CL10.nclEnqueueNDRangeKernel(
              handle, kernel.kernel(), shape.length, offsets, sizes, local, 0, 0, event);
    }
    ClException.check("clEnqueueNDRangeKernel", code);
    launches.incrementAndGet();
  }

  /** Starts a copy between two buffers of the device. */
  void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer event = stack.callocPointer(1);
      ClException.check(
          "clEnqueueCopyBuffer",
          CL10.clEnqueueCopyBuffer(
              handle, from.handle(), to.handle(), source, target, bytes, null, event));
      isLast(event.get(0));
    }
  }

  /** Copies native memory to a buffer, and waits for the end. */
  void write(DeviceBuffer to, long offset, long bytes, long address) throws ClException {
    ClException.check(
        "clEnqueueWriteBuffer",
        CL10.nclEnqueueWriteBuffer(
            handle, to.handle(), CL10.CL_TRUE, offset, bytes, address, 0, 0, 0));
  }

  /** Copies from a buffer to native memory, and waits for the end. */
  void read(DeviceBuffer from, long offset, long bytes, long address) throws ClException {
    ClException.check(
        "clEnqueueReadBuffer",
        CL10.nclEnqueueReadBuffer(
            handle, from.handle(), CL10.CL_TRUE, offset, bytes, address, 0, 0, 0));
  }

  /**
   * Starts a copy of native memory to a buffer.
   *
   * @return its event, which the caller releases by {@link #await(long)}
   */
  long startWrite(DeviceBuffer to, long offset, long bytes, long address) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long event = stack.ncalloc(Long.BYTES, Long.BYTES, 1);
      ClException.check(
          "clEnqueueWriteBuffer",
          CL10.nclEnqueueWriteBuffer(
              handle, to.handle(), CL10.CL_FALSE, offset, bytes, address, 0, 0, event));
      return MemoryUtil.memGetAddress(event);
    }
  }

  /** Starts a copy from a buffer to native memory; otherwise like {@link #startWrite}. */
  long startRead(DeviceBuffer from, long offset, long bytes, long address) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long event = stack.ncalloc(Long.BYTES, Long.BYTES, 1);
      ClException.check(
          "clEnqueueReadBuffer",
          CL10.nclEnqueueReadBuffer(
              handle, from.handle(), CL10.CL_FALSE, offset, bytes, address, 0, 0, event));
      return MemoryUtil.memGetAddress(event);
    }
  }

  /** Waits for an event and releases it. */
  static void await(long event) throws ClException {
    try {
      ClException.check("clWaitForEvents", CL10.clWaitForEvents(event));
    } finally {
      CL10.clReleaseEvent(event);
    }
  }

  /** Hands everything over to the device. */
  void flush() throws ClException {
    ClException.check("clFlush", CL10.clFlush(handle));
  }

  /** Waits for everything. */
  void finish() throws ClException {
    ClException.check("clFinish", CL10.clFinish(handle));
  }

  /**
   * Waits for all kernels and copies within the device that were enqueued before this call, and for
   * nothing that comes after it. A mark of its own behind them would cost the device some
   * microseconds.
   *
   * @throws ClException if one of these commands may have failed
   */
  void await() throws ClException {
    long event = retainLast();
    if (event == 0) {
      return;
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      int events = faults.eventsToAwait(launches.get());
      ClException.check("clWaitForEvents", CL10.nclWaitForEvents(events, stack.npointer(event)));
    } finally {
      CL10.clReleaseEvent(event);
    }
  }

  @Override
  public void close() throws ClException {
    isLast(0);
    ClException.check("clReleaseCommandQueue", CL10.clReleaseCommandQueue(handle));
  }
}
