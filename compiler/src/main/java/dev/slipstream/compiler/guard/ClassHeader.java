package dev.slipstream.compiler.guard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * What other classes need to know of a class.
 *
 * @param superName null for {@code java.lang.Object}
 * @param methods the access flags of its native methods and of those through which arrays may pass,
 *     by name and descriptor
 * @param arrays its fields that hold arrays, by name and descriptor
 */
record ClassHeader(
    String name,
    @Nullable String superName,
    List<String> interfaces,
    Map<String, Integer> methods,
    Set<String> arrays) {
  private static final int ATTRIBUTE_HEADER = 6;

  /** The header of a class file; empty if it is damaged or newer than the parser knows. */
  static Optional<ClassHeader> of(byte[] classFile) {
    try {
      return Optional.of(of(new ClassReader(classFile)));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The header of a class file.
   *
   * @throws RuntimeException if it is damaged
   */
  static ClassHeader of(ClassReader reader) {
    char[] buffer = new char[reader.getMaxStringLength()];
    int count = reader.readUnsignedShort(reader.header + 6);
    List<String> interfaces = new ArrayList<>(count);
    int offset = reader.header + 8;
    for (int i = 0; i < count; i++) {
      interfaces.add(reader.readClass(offset, buffer));
      offset += 2;
    }
    Set<String> arrays = new HashSet<>();
    int fields = reader.readUnsignedShort(offset);
    offset += 2;
    for (int f = 0; f < fields; f++) {
      String descriptor = reader.readUTF8(offset + 4, buffer);
      if (Descriptors.isArray(descriptor)) {
        arrays.add(reader.readUTF8(offset + 2, buffer) + descriptor);
      }
      offset = afterMember(reader, offset);
    }
    Map<String, Integer> methods = new HashMap<>();
    int all = reader.readUnsignedShort(offset);
    offset += 2;
    for (int m = 0; m < all; m++) {
      int access = reader.readUnsignedShort(offset);
      String name = reader.readUTF8(offset + 2, buffer);
      String descriptor = reader.readUTF8(offset + 4, buffer);
      if ((access & Opcodes.ACC_NATIVE) != 0
          || CallFences.readsFields(name)
          || Descriptors.reachesArrays(descriptor)) {
        methods.put(name + descriptor, access);
      }
      offset = afterMember(reader, offset);
    }
    return new ClassHeader(
        reader.readClass(reader.header + 2, buffer),
        reader.readClass(reader.header + 4, buffer),
        List.copyOf(interfaces),
        Map.copyOf(methods),
        Set.copyOf(arrays));
  }

  /** Whether it has native methods. */
  boolean hasNative() {
    return methods.values().stream().anyMatch(access -> (access & Opcodes.ACC_NATIVE) != 0);
  }

  /** The classes and interfaces right above it. */
  List<String> above() {
    List<String> above = new ArrayList<>(interfaces);
    if (superName != null) {
      above.add(superName);
    }
    return above;
  }

  /** Where the field or method after the one at an offset stands. */
  static int afterMember(ClassReader reader, int offset) {
    return afterAttributes(reader, offset + 6);
  }

  /** What stands after the attributes at an offset, which their number precedes. */
  static int afterAttributes(ClassReader reader, int offset) {
    int attributes = reader.readUnsignedShort(offset);
    int at = offset + 2;
    for (int a = 0; a < attributes; a++) {
      at += ATTRIBUTE_HEADER + reader.readInt(at + 2);
    }
    return at;
  }
}
