package dev.slipstream.tornado.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.runtime.transfer.ArrayLayout;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One heap array in one launch, with the memory outside the heap in which TornadoVM gets it.
 * Several parameters may be the same array.
 */
final class StagedArray {
  private final Object array;
  private final List<ArrayAccess> accesses = new ArrayList<>();
  private final List<byte @Nullable []> before = new ArrayList<>();
  private @Nullable ArrayLayout layout;

  StagedArray(Object array) {
    this.array = array;
  }

  /** Stands for an array that the program does not have, and that no iteration touches. */
  static StagedArray none(ElementKind kind) {
    return new StagedArray(kind.array());
  }

  /** The table to find the rows of another one. */
  static StagedArray table(ArrayLayout layout) {
    int[] entries = layout.rows().map(RowTables::of).orElseGet(() -> new int[0]);
    int length = Math.toIntExact(roundedUp(entries.length));
    StagedArray staged = new StagedArray(Arrays.copyOf(entries, length));
    staged.add(new ArrayAccess(0, 0, entries.length, 0, 0, /* writesAll= */ false));
    return staged;
  }

  /** Whether TornadoVM's arrays can be as large. */
  static boolean fits(long length, ElementKind kind) {
    return length <= TornadoApi.MOST_ARRAY_BYTES / kind.bytes();
  }

  Object array() {
    return array;
  }

  /** How it lies in memory, as far as it is accessed; to be asked for after the last access. */
  ArrayLayout layout() {
    ArrayLayout known = layout;
    if (known == null) {
      int from = Integer.MAX_VALUE;
      int to = 0;
      for (ArrayAccess access : accesses) {
        if (access.reads()) {
          from = Math.min(from, access.readFrom());
          to = Math.max(to, access.readTo());
        }
        if (access.writes()) {
          from = Math.min(from, access.writtenFrom());
          to = Math.max(to, access.writtenTo());
        }
      }
      known = ArrayLayout.of(array, Math.min(from, to), to);
      layout = known;
    }
    return known;
  }

  ElementKind kind() {
    return ElementKind.ofArray(array.getClass().descriptorString());
  }

  /** How regular its rows are. */
  RowShape shape() {
    return array instanceof Object[]
        ? new RowShape(layout().rowLength(), layout().planeHeight())
        : RowShape.NONE;
  }

  /**
   * How many primitives to make room for, so that it is the same for as many parts of an array as
   * possible.
   */
  private long room() {
    ArrayLayout known = layout();
    Optional<ArrayRows> rows = known.rows();
    if (rows.isEmpty()) {
      return known.size();
    }
    return known.rowLength() < 0
        ? roundedUp(known.size())
        : Math.max(known.size(), (long) known.length() * known.planeHeight() * known.rowLength());
  }

  /** The next number with few digits, which is larger by an eighth at most. */
  private static long roundedUp(long number) {
    long step = Math.max(1, Long.highestOneBit(number) / 8);
    return (number + step - 1) / step * step;
  }

  /** How many primitives the memory holds; only where all {@link #fits}. */
  int length() {
    long room = room();
    return Math.toIntExact(fits(room, kind()) ? room : layout().size());
  }

  void add(ArrayAccess access) {
    accesses.add(access);
  }

  /** Whether anything of it must be on the device before the kernel runs. */
  boolean isInput() {
    // TornadoVM wants each array to be copied in one direction at least.
    return !isOutput()
        || accesses.stream().anyMatch(a -> a.reads() || (a.writes() && !a.writesAll()));
  }

  boolean isOutput() {
    return accesses.stream().anyMatch(ArrayAccess::writes);
  }

  void load(NativeArray target) {
    before.clear();
    for (ArrayAccess access : accesses) {
      if (access.reads()) {
        load(access.readFrom(), access.readTo(), target.bytes());
      }
      boolean partly = access.writes() && (!access.writesAll() || accesses.size() > 1);
      if (partly) {
        load(access.writtenFrom(), access.writtenTo(), target.bytes());
        ByteBuffer loaded = part(access.writtenFrom(), access.writtenTo(), target.bytes());
        byte[] copy = new byte[loaded.remaining()];
        loaded.get(copy);
        before.add(copy);
      } else {
        before.add(null);
      }
    }
  }

  private void load(int from, int to, ByteBuffer memory) {
    layout().load(number(from), number(to) - number(from), part(from, to, memory));
  }

  private int number(int index) {
    return Math.toIntExact(layout().start(index));
  }

  /** The memory of a range of elements of the outermost array. */
  private ByteBuffer part(int from, int to, ByteBuffer memory) {
    int bytes = kind().bytes();
    int first = number(from) * bytes;
    return memory.slice(first, number(to) * bytes - first).order(memory.order());
  }

  /** Stores what was written; elements that the kernel may have left alone only if they changed. */
  void store(NativeArray source) {
    for (int a = 0; a < accesses.size(); a++) {
      ArrayAccess access = accesses.get(a);
      if (!access.writes()) {
        continue;
      }
      int first = number(access.writtenFrom());
      int count = number(access.writtenTo()) - first;
      ByteBuffer written = part(access.writtenFrom(), access.writtenTo(), source.bytes());
      byte[] old = before.get(a);
      if (old == null) {
        layout().store(first, count, written);
      } else {
        layout().storeChanged(first, count, written, ByteBuffer.wrap(old));
      }
    }
  }
}
