package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Copies elements without a kernel that puts them in their places or takes them from there: an
 * array on the host is made to stand for a part of a block, and TornadoVM copies it. Two movers do
 * so at the same time, each with some arrays of its own: one is on its way while others are filled
 * or emptied. TornadoVM runs plans on several threads; whatever else it is asked for is asked by
 * one mover at a time. Used by one thread at a time.
 *
 * <p>To the device TornadoVM copies the header of the array, too, to what lies before the part. So
 * the elements that are to be there are put into the header.
 */
final class PlacedCopies {
  private static final int NEVER = 0;
  private static final int MEMORY = 1;
  private static final IterationSpace ONE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1});

  /** So many arrays each mover has. */
  private static final int STAGES = 3;

  private static final int MOVERS = 2;

  /** With fewer threads that fill and empty arrays one mover is enough. */
  private static final int HELPERS = 7;

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final CopyThreads threads;
  private final KnownThreads known;
  private final int bytes;
  private final int least;
  private final List<Mover> movers = new ArrayList<>();

  /**
   * A part of a copy.
   *
   * @param first its first element
   * @param count how many it has
   */
  record Part(int first, int count) {}

  /** An array on the host and the kernel before which it is copied. */
  private record Stage(KernelGraph kernel, NativeArray array, byte[] header) {
    ByteBuffer bytes() {
      return array.bytes().duplicate().order(ByteOrder.nativeOrder());
    }

    /**
     * Where elements are put that begin before the part, of which the first bytes of the header are
     * copied. The header of the block itself stays as it is.
     *
     * @param offset where the part begins in the block, in bytes
     */
    ByteBuffer before(long offset) {
      int elements = (int) Math.min(offset, header.length);
      array.whole().duplicate().put(header, elements, header.length - elements);
      return array.from(elements);
    }

    void run() throws TornadoException {
      Object[] arguments = new Object[MEMORY + 1];
      arguments[NEVER] = 0;
      kernel.run(ONE, arguments);
    }
  }

  /** Takes parts one after the other. Used by one thread at a time. */
  private final class Mover {
    private final List<Stage> stages = new ArrayList<>();

    /** Makes some arrays, if there are fewer. */
    void prepare(int count) throws TornadoException {
      while (stages.size() < count) {
        NativeArray array = target.api().array(ElementKind.BYTE.arrayClass(), bytes, 1);
        byte[] header = new byte[array.headerBytes()];
        array.whole().duplicate().get(header);
        Stage stage =
            new Stage(KernelGraph.placing(target, kernels.place(), MEMORY, array), array, header);
        // Nothing can be read before the first run.
        stage.run();
        stages.add(stage);
      }
    }

    private Stage stage(int use) {
      return stages.get(use % stages.size());
    }

    private void place(Stage stage, Block block, long offset) throws TornadoException {
      synchronized (PlacedCopies.this) {
        stage.kernel().place(MEMORY, block, offset);
      }
    }

    void store(Block block, int elementBytes, Parts parts, HostCopies.Piece source)
        throws TornadoException {
      Filled next = fill(elementBytes, parts, source, 0);
      try {
        for (int use = 1; next != null; use++) {
          Filled filled = next;
          next = fill(elementBytes, parts, source, use);
          filled.rest().run();
          place(filled.stage(), block, filled.offset());
          filled.stage().run();
        }
      } finally {
        if (next != null) {
          // It failed; the memory may be used again once nobody fills it.
          next.rest().run();
        }
      }
    }

    private @Nullable Filled fill(int elementBytes, Parts parts, HostCopies.Piece source, int use)
        throws TornadoException {
      Part part = parts.take();
      if (part == null) {
        return null;
      }
      Stage stage = stage(use);
      long offset = (long) part.first() * elementBytes;
      ByteBuffer memory = stage.before(offset);
      int before = (memory.capacity() - bytes) / elementBytes;
      return new Filled(
          stage,
          offset,
          threads.begin(
              source, elementBytes, part.first() - before, part.count() + before, memory, least));
    }

    void load(Block block, int elementBytes, Parts parts, HostCopies.Piece piece)
        throws TornadoException {
      if (!equals(movers.get(0))) {
        known.join();
      }
      List<Runnable> emptied = new ArrayList<>(Collections.nCopies(stages.size(), () -> {}));
      int use = 0;
      for (Part part = parts.take(); part != null; part = parts.take()) {
        emptied.get(use % stages.size()).run();
        Stage stage = stage(use);
        place(stage, block, (long) part.first() * elementBytes);
        stage.kernel().graph().read(stage.array(), 0, part.count() * elementBytes);
        emptied.set(
            use % stages.size(),
            threads.begin(piece, elementBytes, part.first(), part.count(), stage.bytes(), least));
        use++;
      }
      emptied.forEach(Runnable::run);
    }

    void leave(Block nothing) throws TornadoException {
      for (Stage stage : stages) {
        stage.kernel().place(MEMORY, nothing, 0);
      }
    }

    void release() throws TornadoException {
      for (Stage stage : stages) {
        stage.kernel().graph().release();
      }
      stages.clear();
    }
  }

  /** A part that is being filled. */
  private record Filled(Stage stage, long offset, Runnable rest) {}

  /** Parts that movers take. */
  private static final class Parts {
    private final List<Part> all;
    private final AtomicInteger next = new AtomicInteger();

    Parts(List<Part> all) {
      this.all = all;
    }

    int count() {
      return all.size();
    }

    @Nullable Part take() {
      int index = next.getAndIncrement();
      return index < all.size() ? all.get(index) : null;
    }

    /** Nobody takes any more. */
    void drop() {
      next.set(all.size());
    }
  }

  /** What a mover does. */
  @FunctionalInterface
  private interface Move {
    void run(Mover mover) throws TornadoException;
  }

  /**
   * @param bytes how many are copied at once, a multiple of all elements' sizes
   * @param least how many bytes a thread fills or empties at least
   */
  PlacedCopies(
      ResidentTarget target,
      OwnKernels kernels,
      CopyThreads threads,
      KnownThreads known,
      int bytes,
      int least) {
    this.target = target;
    this.kernels = kernels;
    this.threads = threads;
    this.known = known;
    this.bytes = bytes;
    this.least = least;
    for (int mover = 0; mover < (threads.helpers() < HELPERS ? 1 : MOVERS); mover++) {
      movers.add(new Mover());
    }
  }

  /**
   * Copies elements to the device, if they are not too few.
   *
   * @param from the first one, at its place from the block's beginning on
   * @param to the end
   * @return whether they were copied
   */
  boolean store(Block block, int elementBytes, int from, int to, HostCopies.Piece source)
      throws TornadoException {
    if ((long) elementBytes * (to - from) < bytes) {
      return false;
    }
    movers.get(0).prepare(1);
    int header = movers.get(0).stage(0).header().length;
    if (header % Long.BYTES != 0) {
      return false;
    }
    List<Part> parts = stored(bytes / elementBytes, header / elementBytes, from, to);
    if (parts.isEmpty()) {
      return false;
    }
    Parts shared = new Parts(parts);
    move(shared, mover -> mover.store(block, elementBytes, shared, source));
    return true;
  }

  /**
   * Which parts are copied to the device. Each has as many elements, and brings those before it
   * that its header has room for; so elements may be copied twice.
   *
   * @param count how many elements a part has
   * @param header how many elements before its own it may bring; where the block begins, none
   */
  static List<Part> stored(int count, int header, int from, int to) {
    List<Part> parts = new ArrayList<>();
    int first = from == 0 ? 0 : from + header;
    if (to - first < count) {
      return parts;
    }
    for (; to - first > count; first += count) {
      parts.add(new Part(first, count));
    }
    parts.add(new Part(to - count, count));
    return parts;
  }

  /** Copies elements from the device. */
  void load(Block block, int elementBytes, int from, int to, HostCopies.Piece piece)
      throws TornadoException {
    Parts shared = new Parts(loaded(bytes / elementBytes, from, to));
    move(shared, mover -> mover.load(block, elementBytes, shared, piece));
  }

  /**
   * Which parts are copied from the device.
   *
   * @param most how many elements a part has at most
   */
  static List<Part> loaded(int most, int from, int to) {
    List<Part> parts = new ArrayList<>();
    for (int first = from; first < to; first += most) {
      parts.add(new Part(first, Math.min(most, to - first)));
    }
    return parts;
  }

  /**
   * How many arrays a mover needs, which may take all parts if the other one is late: it fills one
   * while another one is on its way.
   */
  static int arrays(int parts) {
    return Math.min(STAGES, parts);
  }

  private void move(Parts parts, Move move) throws TornadoException {
    int busy = Math.min(movers.size(), parts.count());
    if (busy > 1) {
      // What is compiled is compiled before there are several threads.
      known.join();
    }
    for (Mover mover : movers.subList(0, busy)) {
      mover.prepare(arrays(parts.count()));
    }
    List<TornadoException> failures = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> all = new ArrayList<>();
    for (Mover mover : movers.subList(0, busy)) {
      all.add(
          () -> {
            try {
              move.run(mover);
            } catch (TornadoException e) {
              parts.drop();
              failures.add(e);
            } catch (RuntimeException | Error e) {
              parts.drop();
              throw e;
            }
          });
    }
    threads.beside(all);
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /**
   * Lets no array stand for what may be gone by now. Nothing can be copied any more.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void leave(Block nothing) throws TornadoException {
    for (Mover mover : movers) {
      mover.leave(nothing);
    }
  }

  /** Frees the memory for copies. */
  void release() throws TornadoException {
    for (Mover mover : movers) {
      mover.release();
    }
  }
}
