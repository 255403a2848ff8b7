package dev.slipstream.compiler.guard.scan;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * A class file as it stands, for what is asked about every class: no objects are made of it. Not
 * thread-safe.
 */
public final class ClassBytes {
  private static final int ATTRIBUTE_HEADER = 6;
  private static final int ACCESS_NAME_AND_DESCRIPTOR = 6;

  /** What stands in front of a method's instructions, behind the attribute's header. */
  private static final int CODE_HEADER = 8;

  private final byte[] bytes;
  private final ClassReader reader;

  private final int[] fields;
  private final int[] methods;

  /** Where the attributes of the class stand. */
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
   * The offsets of the fields' access flags; the numbers of a field's name and descriptor come 2
   * and 4 bytes later. Not to be changed.
   */
  int[] fields() {
    return fields;
  }

  /** The same of the methods. */
  int[] methods() {
    return methods;
  }

  /** Where the instructions of the method at an offset begin; 0 if it has none. */
  int code(int method) {
    int attribute = attribute(method + ACCESS_NAME_AND_DESCRIPTOR, "Code");
    return attribute == 0 ? 0 : attribute + CODE_HEADER;
  }

  /** How many bytes of instructions begin at an offset. */
  int codeLength(int code) {
    return u4(code - 4);
  }

  /** Where the content of an attribute of the class begins; 0 if it has none of that name. */
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
   * How many bytes of instructions methods have, by name and descriptor, of those that have more
   * than a number of bytes. Most classes have none.
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

  /** The same by their texts; of other than ASCII letters none may be found that is there. */
  int accessOf(String name, String descriptor) {
    for (int method : methods) {
      if (isText(method + 2, name) && isText(method + 4, descriptor)) {
        return u2(method);
      }
    }
    return -1;
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
}
