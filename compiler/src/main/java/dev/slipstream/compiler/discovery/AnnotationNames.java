package dev.slipstream.compiler.discovery;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Searches class files for the names of the annotations that mark loops. Runs for every loaded
 * class.
 */
public final class AnnotationNames {
  private static final byte[][] NAMES = names();

  /** The offset of the number of constants in a class file (JVMS 4.1). */
  private static final int CONSTANTS = 8;

  private static final int TEXT = 1;

  /**
   * The length in bytes of each kind of constants, including its tag (JVMS 4.4); 0 if there is no
   * such kind.
   */
  private static final int[] LENGTHS = {
    0, 3, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3
  };

  private AnnotationNames() {}

  private static byte[][] names() {
    byte[][] names = new byte[LoopMarks.ANNOTATIONS.size()][];
    int next = 0;
    for (String name : LoopMarks.ANNOTATIONS) {
      names[next++] = name.getBytes(StandardCharsets.UTF_8);
    }
    return names;
  }

  /**
   * Whether one of the names is among the constants of a class file. If the constants cannot be
   * read, whether it occurs anywhere in the file.
   */
  public static boolean mayBeIn(byte[] classFile) {
    if (classFile.length < CONSTANTS + 2) {
      return false;
    }
    int count = u2(classFile, CONSTANTS);
    int at = CONSTANTS + 2;
    for (int constant = 1; constant < count; constant++) {
      if (at + 2 >= classFile.length) {
        return isAnywhere(classFile);
      }
      int tag = classFile[at];
      if (tag == TEXT) {
        int length = u2(classFile, at + 1);
        if (isName(classFile, at + LENGTHS[TEXT], length)) {
          return true;
        }
        at += length;
      } else if (tag < 0 || tag >= LENGTHS.length || LENGTHS[tag] == 0) {
        return isAnywhere(classFile);
      } else if (LENGTHS[tag] == 9) {
        // Numbers of 64 bits count as two constants.
        constant++;
      }
      at += LENGTHS[tag];
    }
    return false;
  }

  private static boolean isName(byte[] text, int start, int length) {
    for (byte[] name : NAMES) {
      if (length == name.length
          && start + length <= text.length
          && Arrays.equals(text, start, start + length, name, 0, length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnywhere(byte[] text) {
    for (byte[] name : NAMES) {
      for (int at = 0; at + name.length <= text.length; at++) {
        if (isName(text, at, name.length)) {
          return true;
        }
      }
    }
    return false;
  }

  private static int u2(byte[] bytes, int at) {
    return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
  }
}
