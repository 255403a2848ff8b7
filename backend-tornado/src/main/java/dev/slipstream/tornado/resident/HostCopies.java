package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.launch.TaskKernel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Copies elements between the host and blocks. TornadoVM copies whole arrays to the device; so
 * elements go there in arrays of a few sizes, from which a kernel takes them to their places, or
 * many of them in arrays that are made to stand for their places. They come back from a kernel's
 * own array, of which parts can be copied, to its memory on the host, and from small memory in
 * arrays into which a kernel gathers them.
 */
final class HostCopies {
  private static final List<Integer> SIZES = List.of(1 << 14, 1 << 18, 1 << 22);

  private static final int LEAST_PART = 1 << 20;
  private static final int LARGEST_PART = 1 << 24;
  private static final int PIECES = 8;

  /** Small parts, which are full sooner, are this part of large ones. */
  private static final int SMALL = 4;

  private static final int SMALL_PIECES = 4;

  /** So many large parts are worth it. */
  private static final int LARGE_PARTS = 3;

  /** Parts of a large copy take this part of the device's memory. */
  private static final int PARTS = 1 << 8;

  private static final int AT = 0;
  private static final int FROM = 1;
  private static final int TO = 2;

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final KnownThreads known;
  private final CopyThreads threads = CopyThreads.on(Runtime.getRuntime().availableProcessors());
  private final Map<Way, TaskKernel> made = new HashMap<>();
  private final Map<Path, Staging> paths = new HashMap<>();
  private final int partBytes;
  private Optional<Placed> placed;
  private boolean isPlacingTried;

  /** Copies of many elements, in large parts, and of fewer. */
  private record Placed(PlacedCopies large, PlacedCopies small) {}

  /** Fills memory with elements, or takes them out. Several threads may do so at a time. */
  @FunctionalInterface
  interface Piece {
    /**
     * Copies.
     *
     * @param first the first element
     * @param at memory for as many as are copied
     */
    void copy(int first, int count, ByteBuffer at);
  }

  /** A kernel that copies, by ints or by bytes. */
  private record Way(boolean toDevice, boolean ints) {}

  /** The same with an array of a size. */
  private record Path(Way way, int bytes) {}

  /** An array on the host and on the device, and the kernel that moves its elements. */
  private record Staging(KernelGraph kernel, NativeArray array) {
    ByteBuffer bytes() {
      return array.bytes().duplicate().order(ByteOrder.nativeOrder());
    }
  }

  /**
   * @param memory how many bytes the device has for TornadoVM
   */
  HostCopies(ResidentTarget target, OwnKernels kernels, long memory) {
    this.target = target;
    this.known = new KnownThreads(target, kernels);
    this.kernels = kernels;
    this.partBytes = (int) Math.min(LARGEST_PART, Math.max(LEAST_PART, memory / PARTS));
    this.placed =
        target.placesArrays()
            ? Optional.of(
                new Placed(
                    new PlacedCopies(target, kernels, threads, known, partBytes, PIECES),
                    new PlacedCopies(
                        target, kernels, threads, known, partBytes / SMALL, SMALL_PIECES)))
            : Optional.empty();
  }

  /**
   * Copies elements to the device.
   *
   * @param from the first one; elements are at their places from the block's beginning on
   * @param to the end
   */
  void store(Block block, int elementBytes, int from, int to, Piece source)
      throws TornadoException {
    boolean done =
        placed.isPresent()
            && way(placed.get(), elementBytes, from, to)
                .store(block, elementBytes, from, to, source);
    if (done && !isPlacingTried) {
      isPlacingTried = true;
      done =
          holds(block, elementBytes, from, to, source, this::read)
              && holds(
                  block,
                  elementBytes,
                  from,
                  to,
                  source,
                  way(placed.get(), elementBytes, from, to)::load);
      placed = done ? placed : Optional.empty();
    }
    if (!done) {
      copy(/* toDevice= */ true, block, elementBytes, from, to, source);
    }
  }

  private PlacedCopies way(Placed ways, int elementBytes, int from, int to) {
    return (long) elementBytes * (to - from) < (long) LARGE_PARTS * partBytes
        ? ways.small()
        : ways.large();
  }

  /** A way to copy elements from the device. */
  @FunctionalInterface
  private interface Load {
    void load(Block block, int elementBytes, int from, int to, Piece target)
        throws TornadoException;
  }

  /** Whether elements are on the device as they are on the host. */
  private static boolean holds(
      Block block, int elementBytes, int from, int to, Piece source, Load load)
      throws TornadoException {
    AtomicBoolean same = new AtomicBoolean(true);
    load.load(
        block,
        elementBytes,
        from,
        to,
        (first, count, at) -> {
          ByteBuffer wanted =
              ByteBuffer.allocateDirect(count * elementBytes).order(ByteOrder.nativeOrder());
          source.copy(first, count, wanted.duplicate().order(ByteOrder.nativeOrder()));
          if (!wanted.equals(at.slice(0, count * elementBytes))) {
            same.set(false);
          }
        });
    return same.get();
  }

  /** Copies elements from the device. */
  void load(Block block, int elementBytes, int from, int to, Piece target) throws TornadoException {
    if (placed.isPresent() && isPlacingTried) {
      way(placed.get(), elementBytes, from, to).load(block, elementBytes, from, to, target);
    } else if (block.graph().isKernel()) {
      read(block, elementBytes, from, to, target);
    } else {
      copy(/* toDevice= */ false, block, elementBytes, from, to, target);
    }
  }

  /** Copies elements from the device to the block's own memory on the host, and from there. */
  private void read(Block block, int elementBytes, int from, int to, Piece target)
      throws TornadoException {
    int most = partBytes / elementBytes;
    Runnable rest = () -> {};
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      int at = first * elementBytes;
      block.graph().read(block.memory(), at, count * elementBytes);
      rest.run();
      ByteBuffer memory = block.memory().bytes().slice(at, count * elementBytes);
      rest = threads.begin(target, elementBytes, first, count, memory);
    }
    rest.run();
  }

  private void copy(boolean toDevice, Block block, int elementBytes, int from, int to, Piece piece)
      throws TornadoException {
    long bytes = (long) elementBytes * (to - from);
    if (bytes <= 0) {
      return;
    }
    boolean ints = ((long) elementBytes * from | bytes) % Integer.BYTES == 0;
    int width = ints ? Integer.BYTES : 1;
    int size =
        SIZES.stream()
            .filter(least -> bytes <= least)
            .findFirst()
            .orElse(SIZES.get(SIZES.size() - 1));
    Staging staging = staging(new Path(new Way(toDevice, ints), size));
    staging.kernel().bind(toDevice ? TO : FROM, block);
    int most = size / elementBytes;
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      int moved = (int) ((long) count * elementBytes / width);
      Object at = (int) ((long) first * elementBytes / width);
      if (toDevice) {
        threads.copy(piece, elementBytes, first, count, staging.bytes());
      }
      IterationSpace space = new IterationSpace(new int[] {0}, new int[] {1}, new int[] {moved});
      Object[] arguments = new Object[TO + 1];
      arguments[AT] = at;
      staging.kernel().run(space, arguments);
      if (!toDevice) {
        staging.kernel().graph().read(staging.array(), 0, moved);
        threads.copy(piece, elementBytes, first, count, staging.bytes());
      }
    }
  }

  /**
   * Frees the memory for copies. Nothing can be copied any more.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void close(Block nothing) throws TornadoException {
    threads.close();
    if (placed.isPresent()) {
      placed.get().large().leave(nothing);
      placed.get().small().leave(nothing);
    }
    for (Map.Entry<Path, Staging> path : paths.entrySet()) {
      // What it was last copied from or to is not its own, and may be gone.
      path.getValue().kernel().bind(path.getKey().way().toDevice() ? TO : FROM, nothing);
    }
    // The first release frees what all of them stand for.
    for (Staging staging : paths.values()) {
      staging.kernel().graph().release();
    }
    paths.clear();
    if (placed.isPresent()) {
      placed.get().large().release();
      placed.get().small().release();
    }
    known.close();
  }

  private Staging staging(Path path) throws TornadoException {
    Staging known = paths.get(path);
    if (known == null) {
      ElementKind kind = path.way().ints() ? ElementKind.INT : ElementKind.BYTE;
      TaskKernel kernel = made.get(path.way());
      if (kernel == null) {
        Class<?> type = path.way().toDevice() ? StoredElements.class : LoadedElements.class;
        kernel = kernels.copy(type, path.way().ints() ? "[I" : "[B");
        made.put(path.way(), kernel);
      }
      NativeArray array =
          target.api().array(kind.arrayClass(), path.bytes() / kind.bytes(), kind.bytes());
      known =
          new Staging(
              path.way().toDevice()
                  ? new KernelGraph(target, kernel, Map.of(FROM, array), Map.of())
                  : new KernelGraph(target, kernel, Map.of(), Map.of(TO, array)),
              array);
      paths.put(path, known);
    }
    return known;
  }
}
