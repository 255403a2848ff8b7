package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies many elements to the device without a kernel that puts them in their places: an array on
 * the host is made to stand for a part of a block, and TornadoVM copies it there. While one is
 * copied the next one is filled.
 *
 * <p>TornadoVM copies the header of the array, too, to what lies before the part. So the last part
 * is copied first, and each part sets right what the header of the one after it has overwritten.
 */
final class PlacedCopies {
  private static final int NEVER = 0;
  private static final int MEMORY = 1;
  private static final IterationSpace ONE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1});

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final CopyThreads threads;
  private final int bytes;
  private final List<Stage> stages = new ArrayList<>();

  /** An array on the host and the kernel before which it is copied. */
  private record Stage(KernelGraph kernel, NativeArray array) {}

  /**
   * @param bytes how many are copied at once, a multiple of all elements' sizes
   */
  PlacedCopies(ResidentTarget target, OwnKernels kernels, CopyThreads threads, int bytes) {
    this.target = target;
    this.kernels = kernels;
    this.threads = threads;
    this.bytes = bytes;
  }

  /** How many bytes are copied at once: fewer cannot be copied like this. */
  int bytes() {
    return bytes;
  }

  /**
   * Copies the last elements of a range, all of them if the range begins with the block's first.
   *
   * @param from the first one, at its place from the block's beginning on
   * @param to the end
   * @return the end of those that are not copied
   */
  int store(Block block, int elementBytes, int from, int to, HostCopies.Piece source)
      throws TornadoException {
    int most = bytes / elementBytes;
    if (to - from < most) {
      return to;
    }
    prepare();
    List<Integer> firsts = new ArrayList<>();
    int end = to;
    while (end - from >= most) {
      end -= most;
      firsts.add(end);
    }
    if (from == 0 && end > 0) {
      // Some elements are copied twice.
      firsts.add(0);
      end = 0;
    } else if (from > 0) {
      // What lies before the last part is nobody's to overwrite.
      firsts.remove(firsts.size() - 1);
      end = firsts.isEmpty() ? to : firsts.get(firsts.size() - 1);
    }
    Runnable filled = () -> {};
    for (int part = 0; part <= firsts.size(); part++) {
      filled.run();
      if (part < firsts.size()) {
        ByteBuffer memory =
            stages.get(part % 2).array().bytes().duplicate().order(ByteOrder.nativeOrder());
        filled = threads.begin(source, elementBytes, firsts.get(part), most, memory);
      }
      if (part > 0) {
        KernelGraph kernel = stages.get((part - 1) % 2).kernel();
        kernel.place(MEMORY, block, (long) firsts.get(part - 1) * elementBytes);
        Object[] arguments = new Object[MEMORY + 1];
        arguments[NEVER] = 0;
        kernel.run(ONE, arguments);
      }
    }
    return end;
  }

  private void prepare() throws TornadoException {
    while (stages.size() < 2) {
      NativeArray array = target.api().array(ElementKind.BYTE.arrayClass(), bytes, 1);
      stages.add(new Stage(KernelGraph.placing(target, kernels.place(), MEMORY, array), array));
    }
  }

  /**
   * Frees the memory for copies.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void close(Block nothing) throws TornadoException {
    for (Stage stage : stages) {
      stage.kernel().place(MEMORY, nothing, 0);
      stage.kernel().graph().release();
    }
    stages.clear();
  }
}
