package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.opencl.memory.DeviceBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
   * @param kernel the kernel, whose monitor the caller holds
   * @param scratch the address of 8 bytes
   */
  void set(BuiltKernel kernel, long scratch) throws ClException {
    ArgumentWriter writer = new ArgumentWriter(kernel, scratch);
    writer.space(launch.space());
    Object[] arguments = launch.arguments();
    for (int p = 0; p < arguments.length; p++) {
      ArrayUse use = byParameter[p];
      Object argument = arguments[p];
      ScratchBuffer own = scratchBuffers.get(p);
      if (own != null) {
        writer.scratch(own.buffer().handle(), own.length());
      } else if (use != null) {
        writer.array(parameters.get(p).depth(), onDevice(use, parameters.get(p).depth()));
      } else if (argument == null) {
        // An array that the launch does not touch, and that the program may not have.
        writer.array(parameters.get(p).depth(), DeviceArray.untouched(0));
      } else {
        writer.scalar(argument);
      }
    }
  }

  private static DeviceArray onDevice(ArrayUse use, int depth) {
    if (depth == 1) {
      return new DeviceArray(use.buffer(), List.of(), 1, 1, use.length());
    }
    List<DeviceBuffer> tables =
        use.accessed() ? use.tables().stream().map(ArrayUse::buffer).toList() : List.of();
    return new DeviceArray(use.buffer(), tables, use.planeHeight(), use.rowLength(), use.length());
  }
}
