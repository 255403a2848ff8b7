package dev.slipstream.compiler.guard.scan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.objectweb.asm.Type;

/**
 * Tells from descriptors which arrays they involve, without parsing them into types. The
 * descriptors are read as they are in class files: all calls of all loaded classes are checked, and
 * making strings of them would take longer than the check.
 */
public final class Descriptors {
  private static final byte[][][] ANYTHING =
      byLength("java/lang/Object", "java/lang/Cloneable", "java/io/Serializable");

  /**
   * Interfaces of collections through which an unknown method of the JDK may reach arrays as well.
   */
  private static final byte[][][] CONTAINERS =
      byLength(
          "java/lang/Iterable",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/Map",
          "java/util/Queue",
          "java/util/Iterator",
          "java/util/Enumeration");

  private Descriptors() {}

  private static byte[][][] byLength(String... names) {
    int longest = 0;
    for (String name : names) {
      longest = Math.max(longest, name.length());
    }
    byte[][][] table = new byte[longest + 1][names.length][];
    int[] counts = new int[longest + 1];
    for (String name : names) {
      table[name.length()][counts[name.length()]++] = bytes(name);
    }
    for (int length = 0; length <= longest; length++) {
      table[length] = Arrays.copyOf(table[length], counts[length]);
    }
    return table;
  }

  /**
   * The bytes of a class name. Other letters than those of ISO 8859-1 may be mapped to the same
   * byte, but no name that is searched for has any.
   */
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Whether arrays can be reached through an object of a class. */
  static boolean isContainer(String internalName) {
    return isIn(CONTAINERS, bytes(internalName), 0, internalName.length());
  }

  /** Whether a variable of this class may hold an array. */
  private static boolean isAnything(String internalName) {
    return switch (internalName) {
      case "java/lang/Object", "java/lang/Cloneable", "java/io/Serializable" -> true;
      default -> false;
    };
  }

  /** Whether a value of this type may be a primitive array, or an array that holds some. */
  public static boolean mayBeArray(Type type) {
    if (type.getSort() == Type.ARRAY) {
      Type element = type.getElementType();
      return element.getSort() != Type.OBJECT || isAnything(element.getInternalName());
    }
    return type.getSort() == Type.OBJECT && isAnything(type.getInternalName());
  }

  /** Whether a type is that of the constant {@code null}, as ASM's interpreters write it. */
  public static boolean isNull(Type type) {
    return type.getSort() == Type.OBJECT && type.getInternalName().equals("null");
  }

  /** Whether arrays may be passed to or returned by a method. */
  static boolean reachesArrays(String descriptor) {
    return reachesArrays(bytes(descriptor), 0, descriptor.length());
  }

  /** As {@link #reachesArrays(String)}, for a descriptor that is part of a class file. */
  static boolean reachesArrays(byte[] text, int start, int end) {
    boolean isParameter = true;
    int at = start + 1;
    while (at < end) {
      byte kind = text[at];
      if (kind == 'L' || kind == '[') {
        int next = next(text, at);
        if (mayBeArray(text, at, next)
            || (isParameter && kind == 'L' && isIn(CONTAINERS, text, at + 1, next - 1))) {
          return true;
        }
        at = next;
      } else {
        isParameter &= kind != ')';
        at++;
      }
    }
    return false;
  }

  /**
   * Whether a method takes arrays as such, not as objects, or returns some. The descriptor is part
   * of a class file.
   */
  static boolean takesOrReturnsArrays(byte[] text, int start, int end) {
    int at = start + 1;
    while (text[at] != ')') {
      if (text[at] == '[') {
        return true;
      }
      at = next(text, at);
    }
    byte kind = text[at + 1];
    return (kind == '[' || kind == 'L') && mayBeArray(text, at + 1, end);
  }

  /** Whether a field holds primitive arrays, or arrays that may hold some. */
  static boolean isArray(String descriptor) {
    return isArray(bytes(descriptor), 0, descriptor.length());
  }

  /** As {@link #isArray(String)}, for a descriptor that is part of a class file. */
  static boolean isArray(byte[] text, int start, int end) {
    return text[start] == '[' && mayBeArray(text, start, end);
  }

  /** The offset of the type behind the one at an offset. */
  private static int next(byte[] text, int start) {
    int at = start;
    while (text[at] == '[') {
      at++;
    }
    if (text[at] == 'L') {
      while (text[at] != ';') {
        at++;
      }
    }
    return at + 1;
  }

  private static boolean mayBeArray(byte[] text, int start, int end) {
    int element = start;
    while (text[element] == '[') {
      element++;
    }
    return text[element] == 'L' ? isIn(ANYTHING, text, element + 1, end - 1) : element > start;
  }

  private static boolean isIn(byte[][][] names, byte[] text, int start, int end) {
    int length = end - start;
    if (length >= names.length || text[start] != 'j') {
      return false;
    }
    for (byte[] name : names[length]) {
      // Most names begin alike, so the comparison starts at the end.
      int i = length - 1;
      while (i >= 0 && text[start + i] == name[i]) {
        i--;
      }
      if (i < 0) {
        return true;
      }
    }
    return false;
  }
}
