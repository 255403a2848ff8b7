package dev.slipstream.opencl.memory;

import dev.slipstream.opencl.driver.ClException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * Pinned memory of the host. A device copies to and from it several times as fast as ordinary
 * memory, and without the calling thread.
 */
public final class PinnedMemory implements AutoCloseable {
  private final long queue;
  private final long handle;
  private final long address;
  private final int bytes;

  /**
   * Allocates pinned memory.
   *
   * @param context the OpenCL context
   * @param queue a queue of this context
   * @throws ClException if there is no memory left
   */
  public PinnedMemory(long context, long queue, long bytes) throws ClException {
    this.queue = queue;
    this.bytes = Math.toIntExact(bytes);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long flags = CL10.CL_MEM_READ_WRITE | CL10.CL_MEM_ALLOC_HOST_PTR;
      this.handle = CL10.clCreateBuffer(context, flags, bytes, code);
      ClException.check("clCreateBuffer of pinned memory", code.get(0));
      this.address =
          CL10.nclEnqueueMapBuffer(
              queue,
              handle,
              CL10.CL_TRUE,
              CL10.CL_MAP_READ | CL10.CL_MAP_WRITE,
              0,
              bytes,
              0,
              0,
              0,
              MemoryUtil.memAddress(code));
      if (code.get(0) != 0) {
        CL10.clReleaseMemObject(handle);
        throw new ClException("clEnqueueMapBuffer of pinned memory", code.get(0));
      }
    }
  }

  /** The whole memory, in the byte order of the machine. */
  public ByteBuffer bytes() {
    return MemoryUtil.memByteBuffer(address, bytes);
  }

  /** Unpins the memory. No copy may be running. */
  @Override
  public void close() throws ClException {
    int code = CL10.nclEnqueueUnmapMemObject(queue, handle, address, 0, 0, 0);
    ClException.check("clEnqueueUnmapMemObject", code);
    ClException.check("clReleaseMemObject", CL10.clReleaseMemObject(handle));
  }
}
