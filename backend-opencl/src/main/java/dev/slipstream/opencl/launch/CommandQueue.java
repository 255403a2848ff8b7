package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.opencl.memory.ClBuffer;
import dev.slipstream.runtime.device.Attempts;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.RefusedLaunchException;
import java.io.Serial;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/** An in-order queue of a device. Commands allocate no memory outside the heap. */
final class CommandQueue implements DeviceQueue, AutoCloseable {
  private static final int MOST_DIMENSIONS = 3;
  private static final long ARGUMENT_BYTES = 8;

  private final DeviceFacts device;
  private final FaultInjection faults;
  private final long handle;
  private final ScratchSpace scratch;
  private final StartCounter starts;
  private final long argument = MemoryUtil.nmemAllocChecked(ARGUMENT_BYTES);
  private final AtomicLong launches = new AtomicLong();

  /** The last plan without scratch arrays of each kernel. Only for the launching thread. */
  private final Map<BuiltKernel, CommandPlan> plans = new WeakHashMap<>();

  /** The event of the last command that has one, or 0. Guarded by this. */
  private long last;

  /** Whether commands without an event, which takes the driver time, follow that one. Likewise. */
  private boolean hasUnmarked;

  private CommandQueue(
      long context, DeviceFacts device, FaultInjection faults, BufferPool pool, long handle) {
    this.device = device;
    this.faults = faults;
    this.handle = handle;
    this.scratch = new ScratchSpace(pool);
    this.starts = new StartCounter(context, handle);
  }

  /**
   * Opens a queue.
   *
   * @param pool provides memory for the scratch arrays of kernels
   */
  static CommandQueue open(long context, DeviceFacts device, FaultInjection faults, BufferPool pool)
      throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long handle = CL10.clCreateCommandQueue(context, device.device(), 0, code);
      ClException.check("clCreateCommandQueue", code.get(0));
      return new CommandQueue(context, device, faults, pool, handle);
    }
  }

  /** The {@code cl_command_queue}. */
  long handle() {
    return handle;
  }

  @Override
  public long write(DeviceBuffer to, long offset, ByteBuffer from) throws ClException {
    ClBuffer buffer = (ClBuffer) to;
    long at = faults == FaultInjection.UPLOAD ? buffer.bytes() : offset;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long event = stack.ncalloc(Long.BYTES, Long.BYTES, 1);
      int code =
          CL10.nclEnqueueWriteBuffer(
              handle,
              buffer.handle(),
              CL10.CL_FALSE,
              at,
              from.remaining(),
              MemoryUtil.memAddress(from),
              0,
              0,
              event);
      ClException.check("clEnqueueWriteBuffer", code);
      return MemoryUtil.memGetAddress(event);
    }
  }

  @Override
  public long read(DeviceBuffer from, long offset, ByteBuffer to) throws ClException {
    ClBuffer buffer = (ClBuffer) from;
    long at = faults == FaultInjection.DOWNLOAD ? buffer.bytes() : offset;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long event = stack.ncalloc(Long.BYTES, Long.BYTES, 1);
      int code =
          CL10.nclEnqueueReadBuffer(
              handle,
              buffer.handle(),
              CL10.CL_FALSE,
              at,
              to.remaining(),
              MemoryUtil.memAddress(to),
              0,
              0,
              event);
      ClException.check("clEnqueueReadBuffer", code);
      return MemoryUtil.memGetAddress(event);
    }
  }

  @Override
  public void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
      throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer event = stack.callocPointer(1);
      int code =
          CL10.clEnqueueCopyBuffer(
              handle,
              ((ClBuffer) from).handle(),
              ((ClBuffer) to).handle(),
              source,
              target,
              bytes,
              null,
              event);
      ClException.check("clEnqueueCopyBuffer", code);
      isLast(event.get(0));
    }
  }

  @Override
  public void launch(KernelLaunch wanted) throws DeviceException {
    OpenClKernel form = (OpenClKernel) wanted.kernel();
    Launch launch = faults.launch(wanted.launch());
    BuiltKernel kernel;
    CommandPlan plan;
    List<ScratchBuffer> needed = scratch(form.source().parameters(), launch);
    List<ClBuffer> own = needed.isEmpty() ? List.of() : new ArrayList<>(needed.size());
    try {
      kernel = takesParts(wanted.arrays()) ? form.forParts() : form.built();
      plan = plan(kernel, launch.space(), needed);
      for (int s = 0; s < needed.size(); s++) {
        own.add(scratch.take(s, needed.get(s).bytes(plan.mostItems())));
      }
    } catch (DeviceException refusal) {
      throw refused(List.of(launch.space()), refusal);
    }
    List<IterationSpace> refused = List.of();
    @Nullable DeviceException refusal = null;
    boolean unclear = false;
    // Other queues may launch the kernel at the same time.
    synchronized (kernel) {
      try {
        setArguments(kernel, form.source().parameters(), launch, wanted.arrays(), own);
      } catch (DeviceException unset) {
        throw refused(List.of(launch.space()), unset);
      }
      List<NdRange.Tile> tiles = plan.tiles();
      boolean followed = wanted.followed() && tiles.size() == 1;
      for (int t = 0; t < tiles.size(); t++) {
        try {
          // Where one command is refused for good, the next are not tried as long.
          if (refusal == null) {
            start(kernel, plan.shape(), tiles.get(t), followed);
          } else {
            startOnce(kernel, plan.shape(), tiles.get(t), followed);
          }
        } catch (DeviceException notStarted) {
          refusal = notStarted;
          unclear |= notStarted instanceof UnclearStartException;
          refused = refused.isEmpty() ? new ArrayList<>() : refused;
          refused.add(NdRange.iterations(launch.space(), tiles.get(t)));
        }
      }
    }
    if (refusal != null) {
      throw unclear ? RefusedLaunchException.unclear(refused, refusal) : refused(refused, refusal);
    }
  }

  /**
   * Starts a kernel, and tries again if the driver reports a failure that may pass.
   *
   * @throws UnclearStartException if it may have run nevertheless
   * @throws DeviceException if it has not run, or may run a second time
   */
  private void start(BuiltKernel kernel, long[] shape, NdRange.Tile tile, boolean followed)
      throws DeviceException {
    try {
      startOnce(kernel, shape, tile, followed);
    } catch (DeviceException failure) {
      if (!failure.isTransient()) {
        throw failure;
      }
      Attempts.repeat(() -> startOnce(kernel, shape, tile, followed));
    }
  }

  /** Starts a kernel as {@link #start} does, but tries only once. */
  private void startOnce(BuiltKernel kernel, long[] shape, NdRange.Tile tile, boolean followed)
      throws DeviceException {
    try {
      enqueue(kernel, shape, tile, followed);
    } catch (ClException failure) {
      if (!failure.isTransient() || !kernel.countsStarts()) {
        throw failure;
      }
      try {
        if (starts.findsUnreported()) {
          return;
        }
      } catch (DeviceException unknown) {
        failure.addSuppressed(unknown);
        throw new UnclearStartException(failure);
      }
      throw failure;
    }
  }

  /** Reports that a kernel may have run whose start failed according to the driver. */
  private static final class UnclearStartException extends DeviceException {
    @Serial private static final long serialVersionUID = 1L;

    UnclearStartException(ClException failure) {
      super(String.valueOf(failure.getMessage()), failure);
    }
  }

  private static RefusedLaunchException refused(List<IterationSpace> spaces, DeviceException why) {
    return new RefusedLaunchException(spaces, why, /* lasting= */ false);
  }

  private static boolean takesParts(List<DeviceArray> arrays) {
    for (int p = 0; p < arrays.size(); p++) {
      if (arrays.get(p).before() != 0) {
        return true;
      }
    }
    return false;
  }

  /** Cached, because programs often repeat a few small kernels with the same iterations. */
  private CommandPlan plan(BuiltKernel kernel, IterationSpace space, List<ScratchBuffer> needed)
      throws DeviceException {
    if (!needed.isEmpty()) {
      return CommandPlan.of(device, kernel, space, needed);
    }
    CommandPlan known = plans.get(kernel);
    if (known == null || !known.covers(space)) {
      known = CommandPlan.of(device, kernel, space, needed);
      plans.put(kernel, known);
    }
    return known;
  }

  private static List<ScratchBuffer> scratch(List<KernelParameter> parameters, Launch launch) {
    List<ScratchBuffer> scratch = List.of();
    for (int p = 0; p < parameters.size(); p++) {
      if (parameters.get(p).scratch()) {
        scratch = scratch.isEmpty() ? new ArrayList<>() : scratch;
        scratch.add(new ScratchBuffer(parameters.get(p), launch.arguments()[p]));
      }
    }
    return scratch;
  }

  private void setArguments(
      BuiltKernel kernel,
      List<KernelParameter> parameters,
      Launch launch,
      List<DeviceArray> arrays,
      List<ClBuffer> own)
      throws DeviceException {
    ArgumentWriter writer = new ArgumentWriter(kernel, argument);
    writer.space(launch.space());
    Object[] values = launch.arguments();
    int scratchArrays = 0;
    for (int p = 0; p < values.length; p++) {
      KernelParameter parameter = parameters.get(p);
      if (parameter.scratch()) {
        writer.scratch(own.get(scratchArrays++).handle(), Array.getLength(values[p]));
      } else if (parameter.isArray()) {
        writer.array(parameter.depth(), arrays.get(p));
      } else {
        writer.scalar(values[p]);
      }
    }
    if (kernel.countsStarts()) {
      writer.counter(starts);
    }
  }

  /**
   * Starts a kernel, whose arguments are set, for some of its work items.
   *
   * @param shape the extents of a work-group
   * @param followed whether it needs no event of its own
   */
  private void enqueue(BuiltKernel kernel, long[] shape, NdRange.Tile tile, boolean followed)
      throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long event = followed ? 0 : stack.ncalloc(Long.BYTES, Long.BYTES, 1);
      long offsets = stack.nmalloc(Long.BYTES, 3 * MOST_DIMENSIONS * Long.BYTES);
      long sizes = offsets + MOST_DIMENSIONS * Long.BYTES;
      long local = sizes + MOST_DIMENSIONS * Long.BYTES;
      for (int d = 0; d < shape.length; d++) {
        long extent = d == 0 ? faults.workGroupSize(shape[0], device.maxWorkGroup()) : shape[d];
        MemoryUtil.memPutLong(offsets + (long) d * Long.BYTES, tile.offsets()[d]);
        MemoryUtil.memPutLong(sizes + (long) d * Long.BYTES, tile.sizes()[d]);
        MemoryUtil.memPutLong(local + (long) d * Long.BYTES, extent);
      }
      int code =
          CL10.nclEnqueueNDRangeKernel(
              handle, kernel.kernel(), shape.length, offsets, sizes, local, 0, 0, event);
      ClException.check("clEnqueueNDRangeKernel", code);
      if (followed) {
        leaveUnmarked();
      } else {
        isLast(MemoryUtil.memGetAddress(event));
      }
    }
    if (kernel.countsStarts()) {
      starts.started();
    }
    launches.incrementAndGet();
  }

  /**
   * Keeps a command's event for threads that wait for all commands, and releases the previous one.
   */
  private synchronized void isLast(long event) {
    if (last != 0) {
      CL10.clReleaseEvent(last);
    }
    last = event;
    hasUnmarked = false;
  }

  private synchronized void leaveUnmarked() {
    hasUnmarked = true;
  }

  /** Gives the last command an event, if it has none. */
  private synchronized void mark() throws ClException {
    if (hasUnmarked) {
      try (MemoryStack stack = MemoryStack.stackPush()) {
        PointerBuffer event = stack.callocPointer(1);
        ClException.check("clEnqueueMarker", CL10.clEnqueueMarker(handle, event));
        isLast(event.get(0));
      }
    }
  }

  /** The event of the last command, which the caller releases; 0 if there was none. */
  private synchronized long retainLast() throws DeviceException {
    long event = last;
    if (event != 0) {
      Attempts.repeat(() -> ClException.check("clRetainEvent", CL10.clRetainEvent(event)));
    }
    return event;
  }

  @Override
  public void flush() throws DeviceException {
    Attempts.repeat(() -> ClException.check("clFlush", CL10.clFlush(handle)));
  }

  @Override
  public void await(long copy) throws DeviceException {
    try {
      await(copy, "clWaitForEvents for a copy", "The copy");
    } finally {
      CL10.clReleaseEvent(copy);
    }
  }

  /**
   * Waits for the end of a command; repeats the wait if the wait itself fails.
   *
   * @param wait the name of the wait in messages
   * @param command the name of the command in messages
   */
  private static void await(long event, String wait, String command) throws DeviceException {
    Attempts.repeat(
        () -> {
          try (MemoryStack stack = MemoryStack.stackPush()) {
            int code = CL10.nclWaitForEvents(1, stack.npointer(event));
            if (code == 0) {
              return;
            }
            // The status tells the kind of failure, the wait only that there was one.
            IntBuffer status = stack.callocInt(1);
            int asked =
                CL10.clGetEventInfo(event, CL10.CL_EVENT_COMMAND_EXECUTION_STATUS, status, null);
            if (asked == 0 && status.get(0) < 0) {
              throw new ClException(command, status.get(0));
            }
            if (asked != 0 || status.get(0) != CL10.CL_COMPLETE) {
              throw new ClException(wait, code);
            }
          }
        });
  }

  @Override
  public void forget(long copy) {
    CL10.clReleaseEvent(copy);
  }

  @Override
  public void await() throws DeviceException {
    try {
      Attempts.repeat(this::mark);
    } catch (ClException notMarked) {
      finish(notMarked);
      return;
    }
    awaitUnfollowed();
  }

  @Override
  public synchronized boolean awaitsAll() {
    return !hasUnmarked;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Waits for the event of a kernel: a marker command would cost the device some microseconds.
   */
  @Override
  public void awaitUnfollowed() throws DeviceException {
    long event;
    try {
      event = retainLast();
    } catch (ClException notRetained) {
      finish(notRetained);
      return;
    }
    if (event == 0) {
      return;
    }
    try {
      faults.requireAnswer(launches.get());
      await(event, "clWaitForEvents", "The kernel");
    } finally {
      CL10.clReleaseEvent(event);
    }
  }

  /**
   * Waits for all commands, including those that are submitted meanwhile, because the last one's
   * event is not known.
   */
  private synchronized void finish(ClException reason) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      ClException.check("clFinish", CL10.clFinish(handle));
      hasUnmarked = false;
      if (last == 0) {
        return;
      }
      IntBuffer status = stack.callocInt(1);
      ClException.check(
          "clGetEventInfo",
          CL10.clGetEventInfo(last, CL10.CL_EVENT_COMMAND_EXECUTION_STATUS, status, null));
      ClException.check("The kernel", status.get(0));
    } catch (ClException failure) {
      failure.addSuppressed(reason);
      throw failure;
    }
  }

  /** Releases all resources. No command may be running for which another thread waits. */
  @Override
  public void close() throws ClException {
    scratch.release();
    starts.release();
    isLast(0);
    MemoryUtil.nmemFree(argument);
    ClException.check("clReleaseCommandQueue", CL10.clReleaseCommandQueue(handle));
  }
}
