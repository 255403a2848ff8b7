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
 * others are filled or emptied. Large parts cost fewer calls, so the first one on the way to the
 * device and the last ones on the way back are small: until then, and from then on, the device has
 * nothing to do.
 *
 * <p>To the device TornadoVM copies the header of the array, too, to what lies before the part. So
 * the last part is copied first, and each part sets right what the header of the one after it has
 * overwritten.
 */
final class PlacedCopies {
  private static final int NEVER = 0;
  private static final int MEMORY = 1;
  private static final IterationSpace ONE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1});

  /** A small part is this part of a large one. */
  private static final int SMALL = 4;

  /** More elements than the header of TornadoVM's arrays has bytes. */
  private static final int HEADER = 64;

  /**
   * A core keeps what it writes in its own cache up to here, from where a device fetches it at half
   * the speed: 16 MiB that 16 threads had filled took an H200 548 µs, and 325 µs if 4 had.
   */
  private static final int LEAST_BYTES = 1 << 22;

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final CopyThreads threads;
  private final Stages large;
  private final Stages small;

  /**
   * A part of a copy.
   *
   * @param first its first element
   * @param large whether it is as large as a large stage, or as a small one
   */
  record Part(int first, boolean large) {}

  /** Arrays of one size that are used by turns. */
  private final class Stages {
    private final int bytes;
    private final int count;
    private final int least;
    private final List<Stage> made = new ArrayList<>();

    /**
     * @param count how many
     * @param least how many bytes a thread fills at least
     */
    Stages(int bytes, int count, int least) {
      this.bytes = bytes;
      this.count = count;
      this.least = least;
    }

    Stage get(int use) throws TornadoException {
      int index = use % count;
      while (made.size() <= index) {
        NativeArray array = target.api().array(ElementKind.BYTE.arrayClass(), bytes, 1);
        Stage stage = new Stage(KernelGraph.placing(target, kernels.place(), MEMORY, array), array);
        // Nothing can be read before the first run.
        stage.run();
        made.add(stage);
      }
      return made.get(index);
    }

    void close(Block nothing) throws TornadoException {
      for (Stage stage : made) {
        stage.kernel().place(MEMORY, nothing, 0);
        stage.kernel().graph().release();
      }
      made.clear();
    }
  }

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

  /** A part that is being filled. */
  private record Filled(Stage stage, Runnable rest) {}

  /**
   * @param bytes how many are copied at once, a multiple of four times all elements' sizes
   */
  PlacedCopies(ResidentTarget target, OwnKernels kernels, CopyThreads threads, int bytes) {
    this.target = target;
    this.kernels = kernels;
    this.threads = threads;
    this.large = new Stages(bytes, 3, LEAST_BYTES);
    this.small = new Stages(bytes / SMALL, 2, CopyThreads.LEAST_BYTES);
  }

  /** How many bytes at least are copied to the device. */
  int leastBytes() {
    return small.bytes;
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
    List<Part> parts = parts(large.bytes / elementBytes, small.bytes / elementBytes, from, to);
    if (parts.isEmpty()) {
      return to;
    }
    List<Filled> filled = new ArrayList<>();
    int[] uses = new int[2];
    for (int done = 0; done < parts.size(); done++) {
      // A stage that an earlier part uses is filled when that one is on the device.
      while (filled.size() < parts.size() && isFree(parts, filled.size(), done)) {
        Part part = parts.get(filled.size());
        Stages stages = part.large() ? large : small;
        Stage stage = stages.get(uses[part.large() ? 1 : 0]++);
        int count = stages.bytes / elementBytes;
        filled.add(
            new Filled(
                stage,
                threads.begin(
                    source, elementBytes, part.first(), count, stage.bytes(), stages.least)));
      }
      Filled next = filled.get(done);
      next.rest().run();
      next.stage().kernel().place(MEMORY, block, (long) parts.get(done).first() * elementBytes);
      next.stage().run();
    }
    return parts.get(parts.size() - 1).first();
  }

  /** Whether no part from the first one that is not done on uses the stage of another one. */
  private boolean isFree(List<Part> parts, int wanted, int done) {
    boolean isLarge = parts.get(wanted).large();
    long using =
        parts.subList(done, wanted).stream().filter(part -> part.large() == isLarge).count();
    return using < (isLarge ? large : small).count;
  }

  /**
   * Which parts are copied to the device, in the order in which they are: the last elements first.
   *
   * @param large how many elements a large part has
   * @param small how many a small one has
   */
  static List<Part> parts(int large, int small, int from, int to) {
    List<Part> parts = new ArrayList<>();
    // What lies before the range is nobody's to overwrite with a header.
    int start = from == 0 ? 0 : from + HEADER;
    int end = to;
    if (end - start >= small) {
      end -= small;
      parts.add(new Part(end, false));
    }
    while (end - start >= large) {
      end -= large;
      parts.add(new Part(end, true));
    }
    if (from == 0 && end > large / 2 && to >= large) {
      parts.add(new Part(0, true));
      return parts;
    }
    while (end - start >= small) {
      end -= small;
      parts.add(new Part(end, false));
    }
    if (from == 0 && end > 0 && !parts.isEmpty()) {
      // Some elements are copied twice, here and above.
      parts.add(new Part(0, false));
    }
    return parts;
  }

  /** Copies elements from the device. */
  void load(Block block, int elementBytes, int from, int to, HostCopies.Piece target)
      throws TornadoException {
    int least = small.bytes / 2 / elementBytes;
    int most = large.bytes / 2 / elementBytes;
    Stages stages = to - from > 2 * least ? large : small;
    List<Runnable> emptied = new ArrayList<>();
    int first = from;
    for (int part = 0; first < to; part++) {
      int count = loaded(to - first, least, most);
      if (part >= stages.count) {
        emptied.get(part - stages.count).run();
      }
      Stage stage = stages.get(part);
      stage.kernel().place(MEMORY, block, (long) first * elementBytes);
      stage.kernel().graph().read(stage.array(), 0, count * elementBytes);
      emptied.add(threads.begin(target, elementBytes, first, count, stage.bytes()));
      first += count;
    }
    for (int last = Math.max(0, emptied.size() - stages.count); last < emptied.size(); last++) {
      emptied.get(last).run();
    }
  }

  /** How many of the elements that are left come from the device at once. */
  static int loaded(int left, int least, int most) {
    return Math.min(left, Math.min(most, Math.max(least, left / 2)));
  }

  /**
   * Frees the memory for copies.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void close(Block nothing) throws TornadoException {
    large.close(nothing);
    small.close(nothing);
  }
}
