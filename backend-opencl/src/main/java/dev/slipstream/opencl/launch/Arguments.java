package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.Launch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryUtil;

/** One launch's arguments, with equal arrays merged. */
final class Arguments {
  private final Launch launch;
  private final List<ArrayUse> uses = new ArrayList<>();
  private final @Nullable ArrayUse[] byParameter;

  /**
   * @throws IllegalArgumentException if an argument is neither a scalar nor a primitive array
   */
  Arguments(Launch launch) {
    this.launch = launch;
    Object[] arguments = launch.arguments();
    this.byParameter = new ArrayUse[arguments.length];
    for (int p = 0; p < arguments.length; p++) {
      if (arguments[p] != null && arguments[p].getClass().isArray()) {
        byParameter[p] = use(arguments[p]);
      }
    }
    for (ArrayAccess access : launch.accesses()) {
      ArrayUse use = byParameter[access.parameter()];
      if (use != null) {
        use.add(access);
      }
    }
  }

  private ArrayUse use(Object array) {
    // Few arrays: a scan is faster than a map.
    for (ArrayUse use : uses) {
      if (use.array() == array) {
        return use;
      }
    }
    ArrayUse use = new ArrayUse(array);
    uses.add(use);
    return use;
  }

  /** The distinct arrays. */
  List<ArrayUse> arrays() {
    return uses;
  }

  /**
   * Gives the kernel its arguments. Buffers must have been set.
   *
   * @param kernel the {@code cl_kernel}
   * @param scratch the address of 8 bytes
   */
  void set(long kernel, long scratch) throws ClException {
    Writer writer = new Writer(kernel, scratch);
    IterationSpace space = launch.space();
    for (int d = 0; d < space.dimensions(); d++) {
      writer.set(space.start(d));
      writer.set(space.step(d));
      writer.set(space.count(d));
    }
    Object[] arguments = launch.arguments();
    for (int p = 0; p < arguments.length; p++) {
      ArrayUse use = byParameter[p];
      Object argument = arguments[p];
      if (use != null) {
        writer.setBuffer(use.buffer().handle());
        writer.set(use.length());
      } else if (argument instanceof Integer value) {
        writer.set(value);
      } else if (argument instanceof Long value) {
        writer.set(value);
      } else if (argument instanceof Float value) {
        writer.set(Float.floatToRawIntBits(value));
      } else if (argument instanceof Double value) {
        writer.set(Double.doubleToRawLongBits(value));
      } else if (argument == null) {
        // An array that the launch does not touch.
        writer.setBuffer(0);
        writer.set(0);
      } else {
        throw new IllegalArgumentException("argument " + p + " is a " + argument.getClass());
      }
    }
  }

  /** Sets arguments one after the other. */
  private static final class Writer {
    private final long kernel;
    private final long scratch;
    private int index;

    Writer(long kernel, long scratch) {
      this.kernel = kernel;
      this.scratch = scratch;
    }

    void set(int value) throws ClException {
      MemoryUtil.memPutInt(scratch, value);
      set(Integer.BYTES, scratch);
    }

    void set(long value) throws ClException {
      MemoryUtil.memPutLong(scratch, value);
      set(Long.BYTES, scratch);
    }

    void setBuffer(long handle) throws ClException {
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
}
