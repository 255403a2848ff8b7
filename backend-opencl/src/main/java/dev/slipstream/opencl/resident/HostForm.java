package dev.slipstream.opencl.resident;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.region.Box;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.launch.ResidentSession;
import dev.slipstream.opencl.memory.ArrayMemory;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceLayout;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.HeapArrays;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.lwjgl.system.MemoryUtil;

/**
 * Runs iterations on the host that a device refuses, between those before and those after them: on
 * copies of the arrays as they are on the device, which get what was computed. The program's own
 * arrays may hold other values by then, and are not touched. Used by the launching thread.
 */
final class HostForm implements AutoCloseable {
  private static final int MOST_FORMS = 64;

  private final String device;
  private final ResidentSession session;
  private final ArraysOnDevice arrays;
  private final HeapArrays heap;
  private final KernelFallback listener;
  private final CpuDevice host = new CpuDevice(Runtime.getRuntime().availableProcessors());
  private final IdentityHashMap<DeviceKernel, PreparedKernel> forms = new IdentityHashMap<>();

  /**
   * A copy of an array.
   *
   * @param binding the elements, and where they are on the device
   */
  private record Copied(Binding binding, DeviceLayout layout, ArrayMemory memory) {}

  HostForm(
      String device,
      ResidentSession session,
      ArraysOnDevice arrays,
      HeapArrays heap,
      KernelFallback listener) {
    this.device = device;
    this.session = session;
    this.arrays = arrays;
    this.heap = heap;
    this.listener = listener;
  }

  /**
   * Runs iterations.
   *
   * @param launch which, with the program's arrays
   * @param refusal what the device said
   * @throws ClException if the device does not give its memory away
   * @throws DeviceException if the host cannot run them either
   */
  void run(Instruction.Kernel kernel, DeviceKernel form, Launch launch, Exception refusal)
      throws ClException, DeviceException {
    session.awaitLaunches();
    Object[] values = launch.arguments().clone();
    List<Copied> all = new ArrayList<>();
    for (Binding binding : kernel.bindings()) {
      Optional<Object> original = heap.array(binding.access().buffer().id());
      if (original.isPresent() && binding.allocation().isPresent()) {
        Object copy = replaced(original.get(), launch.arguments(), values);
        ArrayMemory memory = arrays.memory(binding.allocation().get());
        all.add(new Copied(binding, DeviceLayout.of(copy), memory));
      }
    }
    for (Copied copied : all) {
      // Also what is only written: some of it may be there already, from other iterations.
      move(copied, /* toDevice= */ false);
    }
    prepared(form).launch(launch.on(values));
    for (Copied copied : all) {
      if (copied.binding().access().mode().produces()) {
        move(copied, /* toDevice= */ true);
      }
    }
    listener.ranOnHost(form.source().loop(), device, String.valueOf(refusal.getMessage()));
  }

  private PreparedKernel prepared(DeviceKernel form) throws DeviceException {
    PreparedKernel known = forms.get(form);
    if (known == null) {
      if (forms.size() >= MOST_FORMS) {
        forms.clear();
      }
      known = host.prepare(form.source());
      forms.put(form, known);
    }
    return known;
  }

  /** Puts a copy of the array in its place among the values, and returns it. */
  private static Object replaced(Object original, Object[] program, Object[] values) {
    Object copy = original;
    for (int p = 0; p < program.length; p++) {
      if (program[p] == original) {
        if (copy == original) {
          copy = values[p] == original ? likeThis(original) : values[p];
        }
        values[p] = copy;
      }
    }
    if (copy == original) {
      throw new IllegalStateException("a buffer of the loop is none of its kernel's arrays");
    }
    return copy;
  }

  /** An array of the same shape. */
  private static Object likeThis(Object array) {
    Object copy = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
    if (array instanceof Object[] rows) {
      for (int r = 0; r < rows.length; r++) {
        if (rows[r] != null) {
          ((Object[]) copy)[r] = likeThis(rows[r]);
        }
      }
    }
    return copy;
  }

  private void move(Copied copied, boolean toDevice) throws ClException {
    DeviceLayout layout = copied.layout();
    DeviceBuffer buffer = copied.memory().buffer();
    for (Box box : copied.binding().region().boxes()) {
      int from = Math.toIntExact(box.min0());
      int to = Math.toIntExact(box.max0());
      long offset = layout.offset(from);
      long bytes = layout.offset(to) - offset;
      if (bytes == 0) {
        continue;
      }
      long address = MemoryUtil.nmemAllocChecked(bytes);
      try {
        if (toDevice) {
          layout.load(from, to, address);
          session.write(buffer, copied.memory().at(offset), bytes, address);
        } else {
          session.read(buffer, copied.memory().at(offset), bytes, address);
          layout.store(from, to, address);
        }
      } finally {
        MemoryUtil.nmemFree(address);
      }
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
