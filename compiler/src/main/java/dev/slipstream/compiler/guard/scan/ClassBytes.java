package dev.slipstream.compiler.guard.scan;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Reads a class file in place, without making objects. It serves the checks that run for every
 * loaded class. Not thread-safe.
 */
public final class ClassBytes {
  private static final int ATTRIBUTE_HEADER = 6;
  private static final int ACCESS_NAME_AND_DESCRIPTOR = 6;

  /** The bytes between the header of a Code attribute and the method's instructions. */
  private static final int CODE_HEADER = 8;

  private final byte[] bytes;
  private final ClassReader reader;

  private final int[] fields;
  private final int[] methods;

  /** The offset of the attributes of the class. */
  private final int attributes;

  /**
   * @param bytes the class file, which must not change
   * @throws RuntimeException if it is damaged or newer than the parser knows
   */
  public ClassBytes(byte[] bytes) {
    this.bytes = bytes;
    this.reader = new ClassReader(bytes);
    int start = reader.header + 8 + 2 * u2(reader.header + 6);
    this.fields = new int[u2(start)];
    int between = members(fields, start + 2);
    this.methods = new int[u2(between)];
    this.attributes = members(methods, between + 2);
  }

  private int members(int[] offsets, int first) {
    int offset = first;
    for (int m = 0; m < offsets.length; m++) {
      offsets[m] = offset;
      offset = afterAttributes(offset + ACCESS_NAME_AND_DESCRIPTOR);
    }
    return offset;
  }

  private int afterAttributes(int offset) {
    int count = u2(offset);
    int at = offset + 2;
    for (int a = 0; a < count; a++) {
      at += ATTRIBUTE_HEADER + u4(at + 2);
    }
    return at;
  }

  /** The parser of the same bytes. */
  public ClassReader reader() {
    return reader;
  }

  /** The class file. */
  public byte[] bytes() {
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

  /** Whether two text constants are equal. */
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
   * The offsets of the fields' access flags; the numbers of a field's name and descriptor come 2
   * and 4 bytes later. Not to be changed.
   */
  int[] fields() {
    return fields;
  }

  /**
   * The offsets of the methods' access flags, in the same layout as {@link #fields}. Not to be
   * changed.
   */
  int[] methods() {
    return methods;
  }

  /** The offset of the instructions of the method at an offset; 0 if it has none. */
  int code(int method) {
    int attribute = attribute(method + ACCESS_NAME_AND_DESCRIPTOR, "Code");
    return attribute == 0 ? 0 : attribute + CODE_HEADER;
  }

  /** The number of bytes of the instructions that begin at an offset. */
  int codeLength(int code) {
    return u4(code - 4);
  }

  /** The offset of the content of an attribute of the class; 0 if it has none of that name. */
  int attribute(String name) {
    return attribute(attributes, name);
  }

  private int attribute(int offset, String name) {
    int count = u2(offset);
    int at = offset + 2;
    for (int a = 0; a < count; a++) {
      if (isText(at, name)) {
        return at + ATTRIBUTE_HEADER;
      }
      at += ATTRIBUTE_HEADER + u4(at + 2);
    }
    return 0;
  }

  /**
   * The size in bytes of the instructions of each method that is longer than a limit, by name and
   * descriptor. Most classes have none.
   */
  public Map<String, Integer> codeLargerThan(int bytesOfCode) {
    Map<String, Integer> sizes = new HashMap<>();
    for (int method : methods) {
      int code = code(method);
      if (code != 0 && codeLength(code) > bytesOfCode) {
        char[] buffer = new char[reader.getMaxStringLength()];
        sizes.put(
            reader.readUTF8(method + 2, buffer) + reader.readUTF8(method + 4, buffer),
            codeLength(code));
      }
    }
    return sizes;
  }

  /**
   * The access flags of the method of this class with a name and a descriptor, by the offsets of
   * these constants; -1 if there is none.
   */
  int accessOf(int name, int descriptor) {
    for (int method : methods) {
      if (sameText(constantAt(method + 2), name) && sameText(constantAt(method + 4), descriptor)) {
        return u2(method);
      }
    }
    return -1;
  }

  /**
   * The access flags of the method of this class with a name and a descriptor; -1 if there is none.
   * A name or descriptor with other than ASCII letters may not be found.
   */
  int accessOf(String name, String descriptor) {
    for (int method : methods) {
      if (isText(method + 2, name) && isText(method + 4, descriptor)) {
        return u2(method);
      }
    }
    return -1;
  }

  /**
   * Whether the descriptor whose number is at an offset is that of a method through which arrays
   * may pass.
   */
  boolean reachesArrays(int offset) {
    int constant = constantAt(offset);
    return Descriptors.reachesArrays(bytes, constant + 2, constant + 2 + u2(constant));
  }

  /**
   * Whether the descriptor whose number is at an offset is that of a method that takes or returns
   * arrays as such, not as objects.
   */
  boolean takesOrReturnsArrays(int offset) {
    int constant = constantAt(offset);
    return Descriptors.takesOrReturnsArrays(bytes, constant + 2, constant + 2 + u2(constant));
  }

  /** Whether the descriptor whose number is at an offset is that of a field that holds arrays. */
  boolean isArray(int offset) {
    int constant = constantAt(offset);
    return Descriptors.isArray(bytes, constant + 2, constant + 2 + u2(constant));
  }
}
