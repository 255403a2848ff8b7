package dev.slipstream.tornado.resident;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.layout.ArrayLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Runs iterations on the host that TornadoVM refuses, between those before and those after them: on
 * copies of the arrays as they are on the device, which get what was computed. The program's own
 * arrays may hold other values by then, and are not touched.
 */
final class HostForm implements AutoCloseable {
  private static final int MOST_FORMS = 64;

  private final String device;
  private final ArraysOnDevice arrays;
  private final HostCopies copies;
  private final HeapArrays heap;
  private final KernelFallback listener;
  private final CpuDevice host = new CpuDevice(Runtime.getRuntime().availableProcessors());
  private final IdentityHashMap<ResidentKernel, PreparedKernel> forms = new IdentityHashMap<>();

  /**
   * A copy of an array.
   *
   * @param binding the elements
   * @param block where they are on the device
   */
  private record Copied(Binding binding, ArrayLayout copy, Block block) {}

  HostForm(
      String device,
      ArraysOnDevice arrays,
      HostCopies copies,
      HeapArrays heap,
      KernelFallback listener) {
    this.device = device;
    this.arrays = arrays;
    this.copies = copies;
    this.heap = heap;
    this.listener = listener;
  }

  /**
   * Runs iterations.
   *
   * @param launch which, with the program's arrays
   * @param refusal what TornadoVM said
   * @throws TornadoException if the device does not give its memory away
   * @throws DeviceException if the host cannot run them either
   */
  void run(Instruction.Kernel kernel, ResidentKernel form, Launch launch, TornadoException refusal)
      throws TornadoException, DeviceException {
    Object[] values = launch.arguments().clone();
    List<Copied> all = new ArrayList<>();
    for (Binding binding : kernel.bindings()) {
      Optional<Object> original = heap.array(binding.access().buffer().id());
      if (original.isPresent() && binding.allocation().isPresent()) {
        Object copy = replaced(original.get(), launch.arguments(), values);
        all.add(
            new Copied(binding, ArrayLayout.of(copy), arrays.block(binding.allocation().get())));
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

  private PreparedKernel prepared(ResidentKernel form) throws DeviceException {
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

  private void move(Copied copied, boolean toDevice) throws TornadoException {
    ArrayLayout copy = copied.copy();
    int bytes = copy.kind().bytes();
    for (Box box : copied.binding().region().boxes()) {
      int from = Math.toIntExact(copy.start(Math.toIntExact(box.min0())));
      int to = Math.toIntExact(copy.start(Math.toIntExact(box.max0())));
      if (toDevice) {
        copies.store(copied.block(), bytes, from, to, copy::put);
      } else {
        copies.load(copied.block(), bytes, from, to, copy::get);
      }
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
