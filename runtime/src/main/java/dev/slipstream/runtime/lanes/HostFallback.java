package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.graph.instruction.Binding;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Runs iterations on the host that a device refuses, at their place in the device's order. They run
 * on copies of the arrays as they are on the device, and the results are copied to the device. The
 * program's own arrays may have other contents by then, and are not touched. Used by the launching
 * thread.
 */
final class HostFallback implements AutoCloseable {
  private static final int MOST_FORMS = 64;
  private static final long MOST_SIMULTANEOUSLY = 1 << 22;

  private final DeviceSession session;
  private final ArraysOnDevice arrays;
  private final HeapArrays heap;
  private final KernelFallback listener;
  private final CpuDevice host = new CpuDevice(Runtime.getRuntime().availableProcessors());
  private final IdentityHashMap<RangeKernel, HostKernel> forms = new IdentityHashMap<>();

  /**
   * A copy of an array.
   *
   * @param binding the elements, and their memory on the device
   */
  private record Copied(Binding binding, ArrayLayout layout, ArraysOnDevice.Part memory) {}

  HostFallback(
      DeviceSession session, ArraysOnDevice arrays, HeapArrays heap, KernelFallback listener) {
    this.session = session;
    this.arrays = arrays;
    this.heap = heap;
    this.listener = listener;
  }

  /**
   * Runs iterations.
   *
   * @param launch the iterations, with the program's arrays
   * @param source the kernel that runs them
   * @param reason the device's reason
   * @throws DeviceException if the device's memory cannot be copied, or the host cannot run them
   *     either
   */
  void run(Instruction.Kernel kernel, RangeKernel source, Launch launch, String reason)
      throws DeviceException {
    session.awaitLaunches();
    Object[] values = launch.arguments().clone();
    List<Copied> all = new ArrayList<>();
    for (Binding binding : kernel.bindings()) {
      Optional<Object> original = heap.array(binding.access().buffer().id());
      if (original.isPresent() && binding.allocation().isPresent()) {
        Object copy = replaced(original.get(), launch.arguments(), values);
        ArraysOnDevice.Part memory = arrays.part(binding.allocation().get());
        all.add(new Copied(binding, ArrayLayout.of(copy), memory));
      }
    }
    for (Copied copied : all) {
      // This includes elements that are only written: other iterations may have written some of
      // them.
      move(copied, /* toDevice= */ false);
    }
    prepared(source).launch(launch.on(values));
    for (Copied copied : all) {
      if (copied.binding().access().mode().produces()) {
        move(copied, /* toDevice= */ true);
      }
    }
    listener.ranOnHost(source.loop(), session.device(), reason);
  }

  private HostKernel prepared(RangeKernel source) throws DeviceException {
    HostKernel known = forms.get(source);
    if (known == null) {
      if (forms.size() >= MOST_FORMS) {
        forms.clear();
      }
      known = host.prepare(source);
      forms.put(source, known);
    }
    return known;
  }

  /** Replaces the array among the values by a copy, and returns the copy. */
  private static Object replaced(Object original, Object[] program, Object[] values) {
    Object copy = original;
    for (int p = 0; p < program.length; p++) {
      if (program[p] == original) {
        if (copy == original) {
          copy = values[p] == original ? ArrayLayout.zerosLike(original) : values[p];
        }
        values[p] = copy;
      }
    }
    if (copy == original) {
      throw new IllegalStateException("a buffer of the loop is none of its kernel's arrays");
    }
    return copy;
  }

  private void move(Copied copied, boolean toDevice) throws DeviceException {
    ArrayLayout layout = copied.layout();
    int most = layout.type().elements(MOST_SIMULTANEOUSLY);
    for (Box box : copied.binding().region().boxes()) {
      long to = layout.start(Math.toIntExact(box.max0()));
      for (long at = layout.start(Math.toIntExact(box.min0())); at < to; at += most) {
        move(copied, at, (int) Math.min(most, to - at), toDevice);
      }
    }
  }

  private void move(Copied copied, long first, int count, boolean toDevice) throws DeviceException {
    ArrayLayout layout = copied.layout();
    DeviceBuffer buffer = copied.memory().buffer();
    long offset = copied.memory().at(layout.type().bytes(first));
    ByteBuffer passing =
        ByteBuffer.allocateDirect((int) layout.type().bytes(count)).order(ByteOrder.nativeOrder());
    if (toDevice) {
      layout.load(first, count, passing);
      session.write(buffer, offset, passing.clear());
    } else {
      session.read(buffer, offset, passing);
      layout.store(first, count, passing);
    }
  }

  @Override
  public void close() {
    host.close();
  }
}
