package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryUtil;

/** One launch's arguments, with equal arrays merged. */
final class Arguments {
  private final List<KernelParameter> parameters;
  private final Launch launch;
  private final List<ArrayUse> uses = new ArrayList<>();
  private final @Nullable ArrayUse[] byParameter;
  private final Map<Integer, ScratchBuffer> scratchBuffers = new LinkedHashMap<>();

  /**
   * @param parameters what the kernel takes
   * @throws IllegalArgumentException if an argument is neither a scalar nor an array of primitives
   *     or of arrays of them
   */
  Arguments(List<KernelParameter> parameters, Launch launch) {
    this.parameters = parameters;
    this.launch = launch;
    Object[] arguments = launch.arguments();
    this.byParameter = new ArrayUse[arguments.length];
    for (int p = 0; p < arguments.length; p++) {
      if (parameters.get(p).scratch()) {
        scratchBuffers.put(p, new ScratchBuffer(parameters.get(p), arguments[p]));
      } else if (arguments[p] != null && arguments[p].getClass().isArray()) {
        byParameter[p] = use(arguments[p]);
      }
    }
    for (ArrayAccess access : launch.accesses()) {
      ArrayUse use = byParameter[access.parameter()];
      if (use != null) {
        use.add(access);
      }
    }
    int arrays = uses.size();
    for (int u = 0; u < arrays; u++) {
      uses.addAll(uses.get(u).tables());
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

  /** The distinct arrays, and the tables to find the rows of arrays of arrays. */
  List<ArrayUse> arrays() {
    return uses;
  }

  /** The memory of the scratch arrays. */
  List<ScratchBuffer> scratch() {
    return List.copyOf(scratchBuffers.values());
  }

  /**
   * The buffer of an array parameter.
   *
   * @throws IllegalArgumentException if the parameter is no array
   */
  DeviceBuffer buffer(int parameter) {
    ArrayUse use = byParameter[parameter];
    if (use == null) {
      throw new IllegalArgumentException("parameter " + parameter + " is no array");
    }
    return use.buffer();
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
      ScratchBuffer own = scratchBuffers.get(p);
      if (own != null) {
        writer.setBuffer(own.buffer().handle());
        writer.set(own.length());
      } else if (use != null) {
        setArray(writer, parameters.get(p).depth(), use);
      } else if (argument instanceof Integer value) {
        writer.set(value);
      } else if (argument instanceof Long value) {
        writer.set(value);
      } else if (argument instanceof Float value) {
        writer.set(Float.floatToRawIntBits(value));
      } else if (argument instanceof Double value) {
        writer.set(Double.doubleToRawLongBits(value));
      } else if (argument == null) {
        setUntouched(writer, parameters.get(p).depth());
      } else {
        throw new IllegalArgumentException("argument " + p + " is a " + argument.getClass());
      }
    }
  }

  private static void setArray(Writer writer, int depth, ArrayUse use) throws ClException {
    writer.setBuffer(use.buffer().handle());
    for (int table = 0; table < depth - 1; table++) {
      boolean needed = use.accessed() && !use.tables().isEmpty();
      writer.setBuffer(needed ? use.tables().get(table).buffer().handle() : 0);
    }
    if (depth == 3) {
      writer.set(use.planeHeight());
    }
    if (depth > 1) {
      writer.set(use.rowLength());
    }
    writer.set(use.length());
  }

  /** For an array that the launch does not touch, and that the program may not have. */
  private static void setUntouched(Writer writer, int depth) throws ClException {
    for (int buffer = 0; buffer < depth; buffer++) {
      writer.setBuffer(0);
    }
    for (int size = 0; size < depth; size++) {
      writer.set(0);
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
