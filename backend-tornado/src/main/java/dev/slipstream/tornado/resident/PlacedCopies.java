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
 * Copies elements without a kernel that puts them in their places or takes them from there: an
 * array on the host is made to stand for a part of a block, and TornadoVM copies it. Meanwhile
 * others are filled or emptied; all together fit into the processor's caches.
 *
 * <p>To the device TornadoVM copies the header of the array, too, to what lies before the part. So
 * the last part is copied first, and each part sets right what the header of the one after it has
 * overwritten.
 */
final class PlacedCopies {
  private static final int NEVER = 0;
  private static final int MEMORY = 1;
  private static final int STAGES = 3;
  private static final IterationSpace ONE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1});

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final CopyThreads threads;
  private final int bytes;
  private final List<Stage> stages = new ArrayList<>();

  /** An array on the host and the kernel before which it is copied. */
  private record Stage(KernelGraph kernel, NativeArray array) {
    ByteBuffer bytes() {
      return array.bytes().duplicate().order(ByteOrder.nativeOrder());
    }

    void run() throws TornadoException {
      Object[] arguments = new Object[MEMORY + 1];
      arguments[NEVER] = 0;
      kernel.run(ONE, arguments);
    }
  }

  /**
   * @param bytes how many are copied at once, a multiple of all elements' sizes
   */
  PlacedCopies(ResidentTarget target, OwnKernels kernels, CopyThreads threads, int bytes) {
    this.target = target;
    this.kernels = kernels;
    this.threads = threads;
    this.bytes = bytes;
  }

  /**
   * Copies the last elements of a range to the device, all of them if the range begins with the
   * block's first and is not small.
   *
   * @param from the first one, at its place from the block's beginning on
   * @param to the end
   * @return the end of those that are not copied
   */
  int store(Block block, int elementBytes, int from, int to, HostCopies.Piece source)
      throws TornadoException {
    int most = bytes / elementBytes;
    List<Integer> firsts = firsts(most, from, to);
    if (firsts.isEmpty()) {
      return to;
    }
    prepare();
    List<Runnable> filled = new ArrayList<>();
    for (int next = 0; next < firsts.size() + STAGES - 1; next++) {
      if (next < firsts.size()) {
        filled.add(
            threads.begin(
                source, elementBytes, firsts.get(next), most, stages.get(next % STAGES).bytes()));
      }
      int part = next - STAGES + 1;
      if (part >= 0 && part < firsts.size()) {
        filled.get(part).run();
        Stage stage = stages.get(part % STAGES);
        stage.kernel().place(MEMORY, block, (long) firsts.get(part) * elementBytes);
        stage.run();
      }
    }
    return firsts.get(firsts.size() - 1);
  }

  /** Where the parts begin that are copied to the device, in the order in which they are. */
  static List<Integer> firsts(int most, int from, int to) {
    List<Integer> firsts = new ArrayList<>();
    int end = to;
    while (end - from >= most) {
      end -= most;
      firsts.add(end);
    }
    if (firsts.isEmpty()) {
      return firsts;
    }
    if (from > 0) {
      // What lies before the first part is nobody's to overwrite.
      firsts.remove(firsts.size() - 1);
    } else if (end > 0) {
      // Some elements are copied twice.
      firsts.add(0);
    }
    return firsts;
  }

  /** Copies elements from the device. */
  void load(Block block, int elementBytes, int from, int to, HostCopies.Piece target)
      throws TornadoException {
    prepare();
    int most = bytes / elementBytes;
    List<Runnable> emptied = new ArrayList<>();
    int part = 0;
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      if (part >= STAGES) {
        emptied.get(part - STAGES).run();
      }
      Stage stage = stages.get(part % STAGES);
      stage.kernel().place(MEMORY, block, (long) first * elementBytes);
      stage.kernel().graph().read(stage.array(), 0, count * elementBytes);
      emptied.add(threads.begin(target, elementBytes, first, count, stage.bytes()));
      part++;
    }
    for (int last = Math.max(0, part - STAGES); last < part; last++) {
      emptied.get(last).run();
    }
  }

  private void prepare() throws TornadoException {
    while (stages.size() < STAGES) {
      NativeArray array = target.api().array(ElementKind.BYTE.arrayClass(), bytes, 1);
      Stage stage = new Stage(KernelGraph.placing(target, kernels.place(), MEMORY, array), array);
      // Nothing can be read before the first run.
      stage.run();
      stages.add(stage);
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
