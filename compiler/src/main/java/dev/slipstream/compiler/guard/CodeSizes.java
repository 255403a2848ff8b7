package dev.slipstream.compiler.guard;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/** How many bytes of instructions the methods of a class file have (JVMS 4.7.3). */
final class CodeSizes {
  private static final int ATTRIBUTE_HEADER = 6;

  private final ClassBytes bytes;
  private final int least;
  private final Map<String, Integer> sizes = new HashMap<>();

  private CodeSizes(byte[] classFile, int least) {
    this.bytes = new ClassBytes(classFile);
    this.least = least;
  }

  /**
   * The sizes by name and descriptor, of methods that have more code than a number of bytes. Most
   * classes have none.
   */
  static Map<String, Integer> above(int least, byte[] classFile) {
    CodeSizes sizes = new CodeSizes(classFile, least);
    sizes.read();
    return sizes.sizes;
  }

  private void read() {
    int header = bytes.reader().header;
    int fields = header + 8 + 2 * bytes.u2(header + 6);
    int methods = members(fields, /* areMethods= */ false);
    members(methods, /* areMethods= */ true);
  }

  private int members(int start, boolean areMethods) {
    int count = bytes.u2(start);
    int offset = start + 2;
    for (int m = 0; m < count; m++) {
      if (areMethods) {
        readSize(offset);
      }
      offset = bytes.afterMember(offset);
    }
    return offset;
  }

  private void readSize(int method) {
    int attributes = bytes.u2(method + 6);
    int offset = method + 8;
    for (int a = 0; a < attributes; a++) {
      if (bytes.isText(offset, "Code")) {
        int size = bytes.u4(offset + ATTRIBUTE_HEADER + 4);
        if (size > least) {
          sizes.put(text(method + 2) + text(method + 4), size);
        }
      }
      offset += ATTRIBUTE_HEADER + bytes.u4(offset + 2);
    }
  }

  private String text(int offset) {
    ClassReader reader = bytes.reader();
    return reader.readUTF8(offset, new char[reader.getMaxStringLength()]);
  }
}
