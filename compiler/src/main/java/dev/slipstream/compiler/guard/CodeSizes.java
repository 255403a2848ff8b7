package dev.slipstream.compiler.guard;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/** How many bytes of instructions the methods of a class file have (JVMS 4.7.3). */
final class CodeSizes {
  private static final int ATTRIBUTE_HEADER = 6;

  private final ClassReader reader;
  private final char[] buffer;
  private final Map<String, Integer> sizes = new HashMap<>();

  private CodeSizes(byte[] classFile) {
    this.reader = new ClassReader(classFile);
    this.buffer = new char[reader.getMaxStringLength()];
  }

  /** The sizes by name and descriptor, of methods that have code. */
  static Map<String, Integer> of(byte[] classFile) {
    CodeSizes sizes = new CodeSizes(classFile);
    sizes.read();
    return sizes.sizes;
  }

  private void read() {
    int interfaces = reader.readUnsignedShort(reader.header + 6);
    int fields = reader.header + 8 + 2 * interfaces;
    int methods = members(fields, /* areMethods= */ false);
    members(methods, /* areMethods= */ true);
  }

  private int members(int start, boolean areMethods) {
    int count = reader.readUnsignedShort(start);
    int offset = start + 2;
    for (int m = 0; m < count; m++) {
      String name = reader.readUTF8(offset + 2, buffer) + reader.readUTF8(offset + 4, buffer);
      int attributes = reader.readUnsignedShort(offset + 6);
      offset += 8;
      for (int a = 0; a < attributes; a++) {
        if (areMethods && "Code".equals(reader.readUTF8(offset, buffer))) {
          sizes.put(name, reader.readInt(offset + ATTRIBUTE_HEADER + 4));
        }
        offset += ATTRIBUTE_HEADER + reader.readInt(offset + 2);
      }
    }
    return offset;
  }
}
