package dev.slipstream.tornado.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.layout.ArrayLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    StagedArray staged = new StagedArray(new byte[0]);
    staged.layout = ArrayLayout.none(kind);
    return staged;
  }

  /** A table to find rows. */
  static StagedArray table(int[] entries) {
    int length = Math.toIntExact(ArrayLayout.roundedUp(entries.length));
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
    return layout().kind();
  }

  /** How many primitives the memory holds; only where all {@link #fits}. */
  int length() {
    long room = layout().room();
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
    layout().put(number(from), number(to) - number(from), part(from, to, memory));
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
        layout().get(first, count, written);
      } else {
        layout().getChanged(first, count, written, ByteBuffer.wrap(old));
      }
    }
  }
}
