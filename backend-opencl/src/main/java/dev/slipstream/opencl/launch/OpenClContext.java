package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.runtime.device.DeviceException;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

/**
 * An open device: its context, its kernels and its idle buffers. Not thread-safe: every method is
 * called under the device's lock.
 */
public final class OpenClContext {
  private final DeviceFacts device;
  private final FaultInjection faults;
  private final KernelBuilder builder;
  private final long context;
  private final BufferPool pool;
  private final LiveKernels kernels = new LiveKernels();

  /**
   * Opens the device.
   *
   * @param builder makes its kernels
   * @throws ClException if it cannot be opened
   */
  public OpenClContext(DeviceFacts device, FaultInjection faults, KernelBuilder builder)
      throws ClException {
    this.device = device;
    this.faults = faults;
    this.builder = builder;
    this.context = createContext(device);
    // A CPU device's memory is the host's, which other code needs, too.
    long idle = device.globalMemoryBytes() / (device.kind() == DeviceFacts.Kind.CPU ? 16 : 4);
    this.pool = new BufferPool(context, device.maxAllocationBytes(), idle);
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
   * Builds a kernel, which exists until nothing refers to it, or the context is closed.
   *
   * @throws DeviceException if the device lacks something, its compiler rejects the text, or OpenCL
   *     fails otherwise
   */
  public BuiltKernel build(KernelText text) throws DeviceException {
    kernels.releaseUnused();
    BuiltKernel kernel = builder.build(context, text);
    kernels.add(kernel);
    return kernel;
  }

  /**
   * Opens the device's memory; it must be closed before this context.
   *
   * @param atEnd runs after it was closed
   */
  public OpenClMemory memory(Runnable atEnd) {
    return new OpenClMemory(context, device, faults, pool, atEnd);
  }

  /**
   * Releases everything in the order of dependence.
   *
   * @throws ClException the first failure, after everything else was tried
   */
  public void close() throws ClException {
    @Nullable ClException failure = null;
    try {
      kernels.close();
    } catch (ClException e) {
      failure = e;
    }
    try {
      pool.close();
    } catch (ClException e) {
      failure = failure == null ? e : failure;
    }
    int code = CL10.clReleaseContext(context);
    if (failure != null) {
      throw failure;
    }
    ClException.check("clReleaseContext", code);
  }
}
