package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.ScalarArguments;
import dev.slipstream.opencl.memory.ClBuffer;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import java.util.Optional;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryUtil;

/**
 * Sets the arguments of a kernel in sequence. No other thread may set them, or start the kernel,
 * before it was started with them.
 */
final class ArgumentWriter {
  private final long kernel;
  private final ScalarArguments scalars;
  private final long scratch;
  private final boolean takesParts;
  private int index;

  /**
   * @param kernel the kernel, whose monitor the caller holds
   * @param scratch the address of 8 bytes
   */
  ArgumentWriter(BuiltKernel kernel, long scratch) {
    this.kernel = kernel.kernel();
    this.scalars = kernel.scalars();
    this.scratch = scratch;
    this.takesParts = kernel.takesParts();
  }

  /** Sets the iterations, which come first. */
  void space(IterationSpace space) throws ClException {
    for (int d = 0; d < space.dimensions(); d++) {
      set(space.start(d));
      set(space.step(d));
      set(space.count(d));
    }
  }

  /**
   * Sets the value of a parameter that is no array.
   *
   * @throws IllegalArgumentException if it is no boxed number of the four types
   */
  void scalar(Object value) throws ClException {
    if (value instanceof Integer number) {
      set(number);
    } else if (value instanceof Long number) {
      set(number);
    } else if (value instanceof Float number) {
      set(Float.floatToRawIntBits(number));
    } else if (value instanceof Double number) {
      set(Double.doubleToRawLongBits(number));
    } else {
      throw new IllegalArgumentException("argument " + index + " is a " + value.getClass());
    }
  }

  /**
   * Sets an array.
   *
   * @param depth the number of indices of a primitive
   * @throws IllegalArgumentException if its first elements are missing and the kernel does not
   *     support that
   */
  void array(int depth, DeviceArray array) throws ClException {
    Optional<DeviceBuffer> primitives = array.buffer();
    buffer(primitives.isPresent() ? ((ClBuffer) primitives.get()).handle() : 0);
    for (int table = 0; table < depth - 1; table++) {
      boolean needed = primitives.isPresent() && !array.tables().isEmpty();
      buffer(needed ? ((ClBuffer) array.tables().get(table)).handle() : 0);
    }
    for (int level = 0; level < depth - 2; level++) {
      set(array.height(level));
    }
    if (depth > 1) {
      set(array.rowLength());
    }
    set(array.length());
    if (takesParts) {
      set(array.before());
    } else if (array.before() != 0) {
      throw new IllegalArgumentException("the kernel takes whole arrays only");
    }
  }

  /** Sets an array of which each work item has one of its own. */
  void scratch(long buffer, int length) throws ClException {
    buffer(buffer);
    set(length);
  }

  /** Sets the counter of starts, the last argument. */
  void counter(StartCounter counter) throws DeviceException {
    if (scalars.hasCounter(counter)) {
      return;
    }
    long handle = counter.buffer();
    scalars.forgetCounter();
    buffer(handle);
    scalars.setCounter(counter);
  }

  private void set(int value) throws ClException {
    if (scalars.has(index, value, Integer.BYTES)) {
      index++;
      return;
    }
    MemoryUtil.memPutInt(scratch, value);
    // The driver may report a failure and yet set the argument.
    scalars.forget(index);
    set(Integer.BYTES, scratch);
    scalars.set(index - 1, value, Integer.BYTES);
  }

  private void set(long value) throws ClException {
    if (scalars.has(index, value, Long.BYTES)) {
      index++;
      return;
    }
    MemoryUtil.memPutLong(scratch, value);
    scalars.forget(index);
    set(Long.BYTES, scratch);
    scalars.set(index - 1, value, Long.BYTES);
  }

  private void buffer(long handle) throws ClException {
    MemoryUtil.memPutAddress(scratch, handle);
    set(Long.BYTES, handle == 0 ? 0 : scratch);
  }

  private void set(int bytes, long address) throws ClException {
    int code = CL10.nclSetKernelArg(kernel, index, bytes, address);
    if (code != 0) {
      throw new ClException("clSetKernelArg for argument " + index, code);
    }
    index++;
  }
}
