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
 * array on the host is made to stand for a part of a block, and TornadoVM copies it. Where there
 * are threads enough two of them do so at the same time, while others fill or empty more arrays.
 * TornadoVM runs plans on several threads; whatever else it is asked for is asked by one thread at
 * a time. Used by one thread at a time.
 *
 * <p>To the device TornadoVM copies the header of the array, too, to what lies before the part. So
 * the elements that are to be there are put into the header.
 */
final class PlacedCopies {
  private static final int NEVER = 0;
  private static final int MEMORY = 1;
  private static final IterationSpace ONE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {1});

  /** So many arrays there are at most. */
  private static final int STAGES = 6;

  private static final int MOVERS = 2;

  /**
   * For so many bytes one more thread fills and empties arrays: others that only look out take time
   * from it, and from the movers.
   */
  private static final int HELPER_BYTES = 1 << 22;

  /** With fewer threads that fill and empty arrays one mover is enough. */
  private static final int HELPERS = 7;

  private final ResidentTarget target;
  private final OwnKernels kernels;
  private final CopyThreads threads;
  private final KnownThreads known;
  private final int bytes;
  private final int pieces;
  private final int movers;
  private final List<Stage> stages = new ArrayList<>();

  /**
   * A part of a copy.
   *
   * @param first its first element
   * @param count how many it has
   */
  record Part(int first, int count) {
    /** Where a piece of it begins, or ends if it is the one before. */
    int at(int piece, int pieces) {
      return first + (int) ((long) count * piece / pieces);
    }
  }

  /** An array on the host and the kernel before which it is copied. */
  private record Stage(KernelGraph kernel, NativeArray array, byte[] header) {
    ByteBuffer bytes() {
      return array.bytes().duplicate().order(ByteOrder.nativeOrder());
    }

    /** How many bytes before the part that begins here are copied with it. */
    int before(long offset) {
      return (int) Math.min(offset, header.length);
    }

    /** Where elements are put that begin so many bytes before the part. */
    ByteBuffer from(int before) {
      return array.from(before);
    }

    /** Puts what is copied to the header of the block itself there, which stays as it is. */
    void keepHeader(int before) {
      array.whole().duplicate().put(header, before, header.length - before);
    }

    void run() throws TornadoException {
      Object[] arguments = new Object[MEMORY + 1];
      arguments[NEVER] = 0;
      kernel.run(ONE, arguments);
    }
  }

  /**
   * @param bytes how many are copied at once, a multiple of all elements' sizes
   * @param pieces in how many pieces an array is filled and emptied
   */
  PlacedCopies(
      ResidentTarget target,
      OwnKernels kernels,
      CopyThreads threads,
      KnownThreads known,
      int bytes,
      int pieces) {
    this.target = target;
    this.kernels = kernels;
    this.threads = threads;
    this.known = known;
    this.bytes = bytes;
    this.pieces = pieces;
    this.movers = threads.helpers() < HELPERS ? 1 : MOVERS;
  }

  /** Makes some arrays, if there are fewer. */
  private void prepare(int count) throws TornadoException {
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

  private Stage stage(int part) {
    return stages.get(part % stages.size());
  }

  private synchronized void place(Stage stage, Block block, long offset) throws TornadoException {
    stage.kernel().place(MEMORY, block, offset);
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
    prepare(1);
    int header = stage(0).header().length;
    if (header % Long.BYTES != 0) {
      return false;
    }
    List<Part> parts = stored(bytes / elementBytes, header / elementBytes, from, to);
    if (parts.isEmpty()) {
      return false;
    }
    share(
        /* toDevice= */ true,
        parts.size(),
        part -> {
          Stage stage = stage(part);
          place(stage, block, (long) parts.get(part).first() * elementBytes);
          stage.run();
        },
        (part, piece) -> fill(stage(part), elementBytes, parts.get(part), piece, source));
    return true;
  }

  private void fill(Stage stage, int elementBytes, Part part, int piece, HostCopies.Piece source) {
    int before = stage.before((long) part.first() * elementBytes);
    if (piece == 0) {
      stage.keepHeader(before);
    }
    int elements = before / elementBytes;
    Part all = new Part(part.first() - elements, part.count() + elements);
    copy(source, elementBytes, all, piece, stage.from(before));
  }

  private void copy(
      HostCopies.Piece copy, int elementBytes, Part part, int piece, ByteBuffer memory) {
    int first = part.at(piece, pieces);
    int count = part.at(piece + 1, pieces) - first;
    int offset = (first - part.first()) * elementBytes;
    copy.copy(
        first, count, memory.slice(offset, count * elementBytes).order(ByteOrder.nativeOrder()));
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
  void load(Block block, int elementBytes, int from, int to, HostCopies.Piece target)
      throws TornadoException {
    List<Part> parts = loaded(bytes / elementBytes, from, to);
    share(
        /* toDevice= */ false,
        parts.size(),
        number -> {
          Stage stage = stage(number);
          Part part = parts.get(number);
          place(stage, block, (long) part.first() * elementBytes);
          stage.kernel().graph().read(stage.array(), 0, part.count() * elementBytes);
        },
        (part, piece) -> copy(target, elementBytes, parts.get(part), piece, stage(part).bytes()));
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

  private void share(boolean toDevice, int parts, SharedCopy.Moves moves, SharedCopy.Pieces copies)
      throws TornadoException {
    // What is compiled is compiled before there are several threads.
    prepare(Math.min(STAGES, parts));
    int several = Math.min(movers, parts);
    if (several > 1) {
      known.join();
    }
    int hands =
        Math.min(threads.helpers() + 1, several + (int) ((long) parts * bytes / HELPER_BYTES));
    SharedCopy copy =
        new SharedCopy(toDevice, parts, stages.size(), pieces, hands > several, moves, copies);
    threads.together(
        Math.max(several, hands),
        hand -> {
          if (hand == 0) {
            copy.move();
          } else if (hand < several) {
            moveOnThisThread(copy);
          } else {
            copy.copy();
          }
        });
    copy.throwIfFailed();
  }

  private void moveOnThisThread(SharedCopy copy) {
    try {
      known.join();
    } catch (TornadoException elsewhere) {
      // The first thread moves all parts then.
      copy.copy();
      return;
    }
    copy.move();
  }

  /**
   * Lets no array stand for what may be gone by now. Nothing can be copied any more.
   *
   * @param nothing a block that is not used any more either: TornadoVM frees it with the rest
   */
  void leave(Block nothing) throws TornadoException {
    for (Stage stage : stages) {
      stage.kernel().place(MEMORY, nothing, 0);
    }
  }

  /** Frees the memory for copies. */
  void release() throws TornadoException {
    for (Stage stage : stages) {
      stage.kernel().graph().release();
    }
    stages.clear();
  }
}
