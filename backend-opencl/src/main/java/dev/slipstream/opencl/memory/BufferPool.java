package dev.slipstream.opencl.memory;

import dev.slipstream.opencl.driver.ClException;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

/**
 * Device buffers, kept between launches because allocating one can cost more than a launch. Sizes
 * are rounded up to one of four steps per power of two so that arrays of similar size share
 * buffers. Thread-safe.
 */
public final class BufferPool implements AutoCloseable {
  private static final long SMALLEST = 4096;
  private static final int MOST_BUFFERS = 64;

  private final long context;
  private final long largestBuffer;
  private final long mostBytes;
  private final Deque<ClBuffer> idle = new ArrayDeque<>();
  private long idleBytes;

  /**
   * @param context the OpenCL context
   * @param largestBuffer the largest size in bytes that the device allocates
   * @param mostBytes the limit in bytes for idle buffers
   */
  public BufferPool(long context, long largestBuffer, long mostBytes) {
    this.context = context;
    this.largestBuffer = largestBuffer;
    this.mostBytes = mostBytes;
  }

  /**
   * A buffer of at least {@code bytes} bytes with any content.
   *
   * @throws ClException if the device has no memory left, even after idle buffers were freed
   */
  public synchronized ClBuffer take(long bytes) throws ClException {
    long size = sizeClass(bytes);
    for (Iterator<ClBuffer> buffers = idle.iterator(); buffers.hasNext(); ) {
      ClBuffer buffer = buffers.next();
      if (buffer.bytes() == size) {
        buffers.remove();
        idleBytes -= size;
        return buffer;
      }
    }
    try {
      return create(size);
    } catch (ClException e) {
      if (!e.isOutOfMemory() || !free()) {
        throw e;
      }
      return create(size);
    }
  }

  /** Takes a buffer back, and frees the least recently used idle ones if the limit is exceeded. */
  public synchronized void giveBack(ClBuffer buffer) throws ClException {
    idle.addFirst(buffer);
    idleBytes += buffer.bytes();
    while (idleBytes > mostBytes || idle.size() > MOST_BUFFERS) {
      ClBuffer oldest = idle.removeLast();
      idleBytes -= oldest.bytes();
      release(oldest);
    }
  }

  /** Frees a buffer that running commands may still use; OpenCL waits for their end. */
  public void discard(ClBuffer buffer) throws ClException {
    release(buffer);
  }

  /**
   * Frees all idle buffers.
   *
   * @return whether there were any
   */
  public synchronized boolean free() throws ClException {
    boolean any = !idle.isEmpty();
    while (!idle.isEmpty()) {
      ClBuffer buffer = idle.removeLast();
      idleBytes -= buffer.bytes();
      release(buffer);
    }
    return any;
  }

  @Override
  public synchronized void close() throws ClException {
    free();
  }

  private long sizeClass(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    long step = Long.highestOneBit(bytes - 1) >> 2;
    long rounded = (bytes + step - 1) / step * step;
    return rounded <= largestBuffer ? rounded : bytes;
  }

  private ClBuffer create(long size) throws ClException {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer code = stack.callocInt(1);
      long handle = CL10.clCreateBuffer(context, CL10.CL_MEM_READ_WRITE, size, code);
      ClException.check("clCreateBuffer of " + size + " bytes", code.get(0));
      return new ClBuffer(handle, size);
    }
  }

  /**
   * Frees a buffer; tries only once, because a call that fails may have had an effect. Remaining
   * buffers are released when the process ends.
   */
  private static void release(ClBuffer buffer) {
    int code = CL10.clReleaseMemObject(buffer.handle());
    if (code != 0) {
      System.getLogger(BufferPool.class.getName())
          .log(System.Logger.Level.DEBUG, "clReleaseMemObject returned {0}", code);
    }
  }
}
