package dev.slipstream.compiler.guard;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * A class file as it stands, for what is asked about every class: no objects are made of it. Not
 * thread-safe.
 */
final class ClassBytes {
  private static final int ATTRIBUTE_HEADER = 6;

  private final byte[] bytes;
  private final ClassReader reader;

  /** The access flags, the name and the descriptor of each method, once they are asked for. */
  private int @Nullable [] methods;

  /**
   * @param bytes the class file, which must not change
   * @throws RuntimeException if it is damaged or newer than the parser knows
   */
  ClassBytes(byte[] bytes) {
    this.bytes = bytes;
    this.reader = new ClassReader(bytes);
  }

  ClassReader reader() {
    return reader;
  }

  byte[] bytes() {
    return bytes;
  }

  int u1(int offset) {
    return bytes[offset] & 0xFF;
  }

  int u2(int offset) {
    return ((bytes[offset] & 0xFF) << 8) | (bytes[offset + 1] & 0xFF);
  }

  int u4(int offset) {
    return (u2(offset) << 16) | u2(offset + 2);
  }

  /** The offset of the constant whose number is at an offset. */
  int constantAt(int offset) {
    return reader.getItem(u2(offset));
  }

  /** Whether the text whose number is at an offset is a given one, of ASCII letters. */
  boolean isText(int offset, String text) {
    int constant = constantAt(offset);
    return u2(constant) == text.length() && startsWith(constant, text);
  }

  /** Whether a text constant begins with a given one, of ASCII letters. */
  boolean startsWith(int constant, String text) {
    int length = text.length();
    if (u2(constant) < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[constant + 2 + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether two text constants say the same. */
  boolean sameText(int first, int second) {
    if (first == second) {
      return true;
    }
    int length = u2(first);
    if (length != u2(second)) {
      return false;
    }
    for (int i = length + 1; i > 1; i--) {
      if (bytes[first + i] != bytes[second + i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The access flags of the method of this class with a name and a descriptor, by the offsets of
   * these constants; -1 if there is none.
   */
  int accessOf(int name, int descriptor) {
    int[] all = methods();
    for (int m = 0; m < all.length; m += 3) {
      if (sameText(all[m + 1], name) && sameText(all[m + 2], descriptor)) {
        return all[m];
      }
    }
    return -1;
  }

  /** The same by their texts; of other than ASCII letters none may be found that is there. */
  int accessOf(String name, String descriptor) {
    int[] all = methods();
    for (int m = 0; m < all.length; m += 3) {
      if (u2(all[m + 1]) == name.length()
          && u2(all[m + 2]) == descriptor.length()
          && startsWith(all[m + 1], name)
          && startsWith(all[m + 2], descriptor)) {
        return all[m];
      }
    }
    return -1;
  }

  private int[] methods() {
    int[] known = methods;
    if (known == null) {
      int offset = reader.header + 8 + 2 * u2(reader.header + 6);
      int fields = u2(offset);
      offset += 2;
      for (int f = 0; f < fields; f++) {
        offset = afterMember(offset);
      }
      known = new int[3 * u2(offset)];
      offset += 2;
      for (int m = 0; m < known.length; m += 3) {
        known[m] = u2(offset);
        known[m + 1] = constantAt(offset + 2);
        known[m + 2] = constantAt(offset + 4);
        offset = afterMember(offset);
      }
      methods = known;
    }
    return known;
  }

  /** Whether the descriptor whose number is at an offset is of a method that arrays may pass. */
  boolean reachesArrays(int offset) {
    int constant = constantAt(offset);
    return Descriptors.reachesArrays(bytes, constant + 2, constant + 2 + u2(constant));
  }

  /** Whether that is one of a method which may be given arrays as such, or return some. */
  boolean takesOrReturnsArrays(int offset) {
    int constant = constantAt(offset);
    return Descriptors.takesOrReturnsArrays(bytes, constant + 2, constant + 2 + u2(constant));
  }

  /** Whether that is one of a field which holds arrays. */
  boolean isArray(int offset) {
    int constant = constantAt(offset);
    return Descriptors.isArray(bytes, constant + 2, constant + 2 + u2(constant));
  }

  /** Where the field or method after the one at an offset stands. */
  int afterMember(int offset) {
    return afterAttributes(offset + 6);
  }

  /** What stands after the attributes at an offset, which their number precedes. */
  int afterAttributes(int offset) {
    int attributes = u2(offset);
    int at = offset + 2;
    for (int a = 0; a < attributes; a++) {
      at += ATTRIBUTE_HEADER + u4(at + 2);
    }
    return at;
  }
}
