package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.Staging;
import dev.slipstream.opencl.memory.Transfers;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.LaunchResult;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * A device in use: its context, its one in-order queue and everything that lives in them. Not
 * thread-safe: every method is called under the device's lock.
 */
public final class DeviceSession {
  private static final long ARGUMENT_BYTES = 64;

  private final DeviceFacts device;
  private final FaultInjection faults;
  private final KernelBuilder builder;
  private final long context;
  private final CommandQueue queue;
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
      this.queue = CommandQueue.open(context, device, faults, /* timed= */ true);
    } catch (ClException e) {
      CL10.clReleaseContext(context);
      throw e;
    }
    // A CPU device's memory is the host's, which others need, too.
    long idle = device.globalMemoryBytes() / (device.kind() == DeviceFacts.Kind.CPU ? 16 : 4);
    this.pool = new BufferPool(context, device.maxAllocationBytes(), idle);
    this.transfers = new Transfers(context, queue.handle(), Staging.in());
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
    LaunchPlan plan = LaunchPlan.of(device, kernel, launch.space(), bound.scratch());
    try {
      return attempt(plan, launch, bound);
    } catch (LaunchFailure failure) {
      if (!failure.worthTryingAgain() || !freeIdle()) {
        throw failure.describe(device.name());
      }
    }
    try {
      return attempt(plan, launch, bound);
    } catch (LaunchFailure failure) {
      throw failure.describe(device.name());
    }
  }

  /**
   * Opens what arrays need that stay on the device. Whoever got it closes it before this session.
   *
   * @param in how copies to the device are staged, also those from other devices
   * @param out how copies from the device are staged
   * @throws ClException if that fails
   */
  public ResidentSession openResident(Staging in, Staging out) throws ClException {
    return ResidentSession.open(context, device, faults, pool, in, out);
  }

  private boolean freeIdle() throws DeviceException {
    try {
      return pool.free();
    } catch (ClException e) {
      throw new DeviceException(device.name() + " failed: " + e.getMessage(), e);
    }
  }

  private LaunchResult attempt(LaunchPlan plan, Launch launch, Arguments bound)
      throws LaunchFailure {
    List<ArrayUse> arrays = bound.arrays();
    boolean stored = false;
    boolean done = false;
    try {
      takeMemory(arrays);
      for (ScratchBuffer scratch : bound.scratch()) {
        scratch.take(pool, plan.mostItems());
      }
      long bytesIn = transfers.upload(arrays);
      try (KernelEvent event = new KernelEvent()) {
        long bytesOut;
        try {
          enqueue(plan, bound, event);
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
        CL10.clFinish(queue.handle());
        transfers.reset();
      }
      giveMemoryBack(arrays, bound.scratch(), stored);
    }
  }

  /** Looks whether the kernel found that an iteration throws, before anything is stored. */
  private void requireNoViolation(DeviceBuffer number, KernelEvent event)
      throws ClException, DeviceException {
    event.await();
    queue.read(number, 0, Integer.BYTES, arguments);
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

  private void enqueue(LaunchPlan plan, Arguments bound, KernelEvent events) throws ClException {
    BuiltKernel kernel = plan.kernel();
    // Arrays may stay on the device beside this launch, and this kernel may run on them.
    synchronized (kernel) {
      bound.set(kernel, arguments);
      for (Grid.Tile tile : plan.tiles()) {
        events.add(queue.enqueueTold(kernel, plan.shape(), tile));
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
    CL10.clFinish(queue.handle());
    while (!kernels.isEmpty()) {
      collect(failures, kernels.pop()::close);
    }
    collect(failures, transfers::close);
    collect(failures, pool::close);
    before.close();
    MemoryUtil.nmemFree(arguments);
    collect(failures, queue::close);
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
