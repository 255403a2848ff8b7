package dev.slipstream.tornado.launch;

import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.kernel.ElementKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One heap array in one launch, with the memory outside the heap in which TornadoVM gets it.
 * Several parameters may be the same array.
 */
final class StagedArray {
  private final Object array;
  private final ElementKind kind;
  private final int length;
  private final List<ArrayAccess> accesses = new ArrayList<>();
  private final List<byte @Nullable []> before = new ArrayList<>();

  StagedArray(Object array, ElementKind kind) {
    this.array = array;
    this.kind = kind;
    this.length = ElementCopies.length(array);
  }

  /** Whether TornadoVM's arrays can be as large. */
  static boolean fits(int length, ElementKind kind) {
    return (long) length * kind.bytes() <= TornadoApi.MOST_ARRAY_BYTES;
  }

  Object array() {
    return array;
  }

  ElementKind kind() {
    return kind;
  }

  int length() {
    return length;
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
        ElementCopies.load(kind, array, access.readFrom(), access.readTo(), target.bytes());
      }
      boolean partly = access.writes() && (!access.writesAll() || accesses.size() > 1);
      if (partly) {
        ElementCopies.load(kind, array, access.writtenFrom(), access.writtenTo(), target.bytes());
        before.add(
            ElementCopies.copy(kind, access.writtenFrom(), access.writtenTo(), target.bytes()));
      } else {
        before.add(null);
      }
    }
  }

  /** Stores what was written; elements that the kernel may have left alone only if they changed. */
  void store(NativeArray source) {
    for (int a = 0; a < accesses.size(); a++) {
      ArrayAccess access = accesses.get(a);
      if (!access.writes()) {
        continue;
      }
      byte[] old = before.get(a);
      if (old == null) {
        ElementCopies.store(kind, array, access.writtenFrom(), access.writtenTo(), source.bytes());
      } else {
        ElementCopies.storeChanged(
            kind, array, access.writtenFrom(), access.writtenTo(), source.bytes(), old);
      }
    }
  }
}
