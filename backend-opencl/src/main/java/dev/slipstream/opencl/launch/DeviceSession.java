package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.FaultInjection;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.Transfers;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * A device in use: its context, its one in-order queue and everything that lives in them. Not
 * thread-safe: every method is called under the device's lock.
 */
public final class DeviceSession {
  private static final int MOST_LANES = 4;
  private static final long ARGUMENT_BYTES = 64;

  private final DeviceFacts device;
  private final FaultInjection faults;
  private final KernelBuilder builder;
  private final long context;
  private final long queue;
  private final BufferPool pool;
  private final Transfers transfers;
  private final ScratchMemory before = new ScratchMemory();
  private final long arguments;
  private final Deque<BuiltKernel> kernels = new ArrayDeque<>();

  /**
   * Opens the device.
   *
   * @param builder makes its kernels
   * @throws ClException if it cannot be opened
   */
  public DeviceSession(DeviceFacts device, FaultInjection faults, KernelBuilder builder)
      throws ClException {
    this.device = device;
    this.faults = faults;
    this.builder = builder;
    this.context = createContext(device);
    try {
      this.queue = createQueue(context, device.device());
    } catch (ClException e) {
      CL10.clReleaseContext(context);
      throw e;
    }
    // A CPU device's memory is the host's, which others need, too.
    long idle = device.globalMemoryBytes() / (device.kind() == DeviceFacts.Kind.CPU ? 16 : 4);
    this.pool = new BufferPool(context, device.maxAllocationBytes(), idle);
    int lanes = Math.min(MOST_LANES, Runtime.getRuntime().availableProcessors());
    this.transfers = new Transfers(context, queue, lanes);
    this.arguments = MemoryUtil.nmemAllocChecked(ARGUMENT_BYTES);
  }

  private static long createContext(DeviceFacts device) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      PointerBuffer properties = stack.pointers(CL10.CL_CONTEXT_PLATFORM, device.platform(), 0);
      long context = CL10.clCreateContext(properties, device.device(), null, 0, code);
      ClException.check("clCreateContext", code.get(0));
      return context;
    }
  }

  private static long createQueue(long context, long device) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long queue = CL10.clCreateCommandQueue(context, device, CL10.CL_QUEUE_PROFILING_ENABLE, code);
      ClException.check("clCreateCommandQueue", code.get(0));
      return queue;
    }
  }

  /**
   * Builds a kernel, which lives until the session is closed.
   *
   * @throws DeviceException if the device lacks something or its compiler rejects the text
   * @throws ClException if OpenCL fails otherwise
   */
  public BuiltKernel build(KernelText text) throws DeviceException, ClException {
    BuiltKernel kernel = builder.build(context, text);
    kernels.push(kernel);
    return kernel;
  }

  /**
   * Runs a kernel and brings the results to the host arrays. If memory runs out before any host
   * array has changed, idle memory is freed and the launch is tried once more.
   *
   * @param parameters what the kernel takes
   * @throws DeviceException if the launch failed
   */
  public LaunchResult launch(BuiltKernel kernel, List<KernelParameter> parameters, Launch wanted)
      throws DeviceException {
    Launch launch = faults.launch(wanted);
    Arguments bound = new Arguments(parameters, launch);
    DeviceMemoryLimits.check(device, bound.arrays());
    Work work = divide(kernel, launch, bound.scratch());
    try {
      return attempt(work, launch, bound);
    } catch (LaunchFailure failure) {
      if (!failure.worthTryingAgain() || !freeIdle()) {
        throw failure.describe(device.name());
      }
    }
    try {
      return attempt(work, launch, bound);
    } catch (LaunchFailure failure) {
      throw failure.describe(device.name());
    }
  }

  private Work divide(BuiltKernel kernel, Launch launch, List<ScratchBuffer> scratch)
      throws DeviceException {
    long[] counts = Grid.counts(launch.space());
    long[] shape = WorkGroupShape.choose(counts, device, kernel.maxWorkGroup());
    long mostItems = ScratchBuffer.mostItems(device, scratch, launch.space().iterations());
    List<Grid.Tile> tiles =
        Grid.smallTiles(Grid.tiles(counts, shape, Grid.MOST_GROUPS), shape, mostItems);
    return new Work(kernel, shape, tiles);
  }

  /**
   * Runs a kernel on buffers that hold its arrays already, and waits for its end.
   *
   * @param parameters what the kernel takes
   * @param arrays finds an array on the device
   * @throws ClException if the launch failed
   * @throws DeviceException if the device lacks memory for it
   */
  public void run(
      BuiltKernel kernel,
      List<KernelParameter> parameters,
      Launch launch,
      Function<Object, DeviceArray> arrays)
      throws ClException, DeviceException {
    Object[] values = launch.arguments();
    List<ScratchBuffer> scratch = new ArrayList<>();
    for (int p = 0; p < values.length; p++) {
      if (parameters.get(p).scratch()) {
        scratch.add(new ScratchBuffer(parameters.get(p), values[p]));
      }
    }
    Work work = divide(kernel, launch, scratch);
    try (KernelEvent event = new KernelEvent()) {
      for (ScratchBuffer own : scratch) {
        own.take(pool, work.mostItems());
      }
      ArgumentWriter writer = new ArgumentWriter(kernel.kernel(), arguments);
      writer.space(launch.space());
      Iterator<ScratchBuffer> owns = scratch.iterator();
      for (int p = 0; p < values.length; p++) {
        KernelParameter parameter = parameters.get(p);
        if (parameter.scratch()) {
          ScratchBuffer own = owns.next();
          writer.scratch(own.buffer().handle(), own.length());
        } else if (parameter.isArray()) {
          writer.array(parameter.depth(), arrays.apply(values[p]));
        } else {
          writer.scalar(values[p]);
        }
      }
      enqueue(work, event);
      event.await();
    } finally {
      for (ScratchBuffer own : scratch) {
        own.giveBack(pool);
      }
    }
  }

  /**
   * Copies elements of an array to the device or back, and waits for the end.
   *
   * @param elements which, and where the array lies
   * @throws ClException if the copy failed; a part of the array may have changed
   */
  public void copy(ArrayUse elements, boolean toDevice) throws ClException {
    boolean done = false;
    try {
      if (toDevice) {
        transfers.upload(List.of(elements));
        ClException.check("clFinish", CL10.clFinish(queue));
      } else {
        transfers.download(List.of(elements), () -> {});
      }
      done = true;
    } finally {
      if (!done) {
        CL10.clFinish(queue);
        transfers.reset();
      }
    }
  }

  /**
   * Copies between two buffers, and waits for the end.
   *
   * @param offset the first byte, in both
   * @param bytes how many bytes
   * @throws ClException if the copy failed
   */
  public void copy(DeviceBuffer from, DeviceBuffer to, long offset, long bytes) throws ClException {
    ClException.check(
        "clEnqueueCopyBuffer",
        CL10.clEnqueueCopyBuffer(
            queue, from.handle(), to.handle(), offset, offset, bytes, null, null));
    ClException.check("clFinish", CL10.clFinish(queue));
  }

  /**
   * Takes memory with any content.
   *
   * @throws ClException if the device has no room
   */
  public DeviceBuffer take(long bytes) throws ClException {
    return pool.take(bytes);
  }

  /** Takes memory back. */
  public void giveBack(DeviceBuffer buffer) throws ClException {
    pool.giveBack(buffer);
  }

  /** The commands of a launch. */
  private record Work(BuiltKernel kernel, long[] shape, List<Grid.Tile> tiles) {
    /** The work items of the largest of them. */
    long mostItems() {
      long most = 0;
      for (Grid.Tile tile : tiles) {
        most = Math.max(most, tile.items());
      }
      return most;
    }
  }

  private boolean freeIdle() throws DeviceException {
    try {
      return pool.free();
    } catch (ClException e) {
      throw new DeviceException(device.name() + " failed: " + e.getMessage(), e);
    }
  }

  private LaunchResult attempt(Work work, Launch launch, Arguments bound) throws LaunchFailure {
    List<ArrayUse> arrays = bound.arrays();
    boolean stored = false;
    boolean done = false;
    try {
      takeMemory(arrays);
      for (ScratchBuffer scratch : bound.scratch()) {
        scratch.take(pool, work.mostItems());
      }
      long bytesIn = transfers.upload(arrays);
      bound.set(work.kernel().kernel(), arguments);
      try (KernelEvent event = new KernelEvent()) {
        long bytesOut;
        try {
          enqueue(work, event);
          if (launch.isChecked()) {
            requireNoViolation(bound.buffer(launch.violation()), event);
          }
          bytesOut = transfers.download(arrays, event);
        } finally {
          stored = event.stored();
        }
        LaunchResult result = new LaunchResult(event.nanos(), event.commands(), bytesIn, bytesOut);
        done = true;
        return result;
      }
    } catch (Throwable e) {
      // Errors too: whether something was stored already must not get lost.
      throw new LaunchFailure(e, stored);
    } finally {
      if (!done) {
        // Copies may be under way from and to memory that is about to be given back.
        CL10.clFinish(queue);
        transfers.reset();
      }
      giveMemoryBack(arrays, bound.scratch(), stored);
    }
  }

  /** Looks whether the kernel found that an iteration throws, before anything is stored. */
  private void requireNoViolation(DeviceBuffer number, KernelEvent event)
      throws ClException, DeviceException {
    event.await();
    ClException.check(
        "clEnqueueReadBuffer",
        CL10.nclEnqueueReadBuffer(
            queue, number.handle(), CL10.CL_TRUE, 0, Integer.BYTES, arguments, 0, 0, 0));
    int violation = MemoryUtil.memGetInt(arguments);
    if (violation != 0) {
      throw DeviceException.violated(violation);
    }
  }

  private void takeMemory(List<ArrayUse> arrays) throws ClException {
    long beforeBytes = 0;
    for (ArrayUse use : arrays) {
      if (use.accessed()) {
        use.buffer(pool.take(use.bytes()));
        beforeBytes += use.beforeBytes();
      }
    }
    if (beforeBytes > 0) {
      long address = before.take(beforeBytes);
      for (ArrayUse use : arrays) {
        use.before(address);
        address += use.beforeBytes();
      }
    }
  }

  private void giveMemoryBack(List<ArrayUse> arrays, List<ScratchBuffer> scratch, boolean stored)
      throws LaunchFailure {
    before.shrink();
    try {
      for (ArrayUse use : arrays) {
        DeviceBuffer buffer = use.buffer();
        if (buffer.handle() != 0) {
          use.buffer(DeviceBuffer.NONE);
          pool.giveBack(buffer);
        }
      }
      for (ScratchBuffer own : scratch) {
        own.giveBack(pool);
      }
    } catch (ClException | RuntimeException | Error e) {
      throw new LaunchFailure(e, stored);
    }
  }

  private void enqueue(Work work, KernelEvent events) throws ClException {
    long[] shape = work.shape();
    for (Grid.Tile tile : work.tiles()) {
      try (MemoryStack stack = MemoryStack.stackPush()) {
        PointerBuffer event = stack.callocPointer(1);
        PointerBuffer local = stack.pointers(shape);
        local.put(0, faults.workGroupSize(shape[0], device.maxWorkGroup()));
        int code =
            CL10.clEnqueueNDRangeKernel(
                queue,
                work.kernel().kernel(),
                shape.length,
                stack.pointers(tile.offsets()),
                stack.pointers(tile.sizes()),
                local,
                null,
                event);
        ClException.check("clEnqueueNDRangeKernel", code);
        events.add(event.get(0));
      }
    }
  }

  /**
   * Releases everything in the order of dependence.
   *
   * @throws ClException the first failure, after everything else was tried
   */
  public void close() throws ClException {
    List<ClException> failures = new ArrayList<>();
    CL10.clFinish(queue);
    while (!kernels.isEmpty()) {
      collect(failures, kernels.pop()::close);
    }
    collect(failures, transfers::close);
    collect(failures, pool::close);
    before.close();
    MemoryUtil.nmemFree(arguments);
    collect(
        failures,
        () -> ClException.check("clReleaseCommandQueue", CL10.clReleaseCommandQueue(queue)));
    collect(failures, () -> ClException.check("clReleaseContext", CL10.clReleaseContext(context)));
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  @FunctionalInterface
  private interface Release {
    void run() throws ClException;
  }

  private static void collect(List<ClException> failures, Release release) {
    try {
      release.run();
    } catch (ClException e) {
      failures.add(e);
    }
  }
}
