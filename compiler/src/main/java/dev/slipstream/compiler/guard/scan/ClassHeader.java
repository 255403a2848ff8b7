package dev.slipstream.compiler.guard.scan;

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
 * The facts about a class that the analysis of other classes needs.
 *
 * @param superName null for {@code java.lang.Object}
 * @param methods the access flags of its native methods and of those through which arrays may pass,
 *     by name and descriptor
 * @param arrays its fields that hold arrays, by name and descriptor
 * @param isExtensible whether classes of other packages may extend or implement it
 */
public record ClassHeader(
    String name,
    @Nullable String superName,
    List<String> interfaces,
    Map<String, Integer> methods,
    Set<String> arrays,
    boolean isExtensible) {
  /** The header of a class file; empty if it is damaged or newer than the parser knows. */
  static Optional<ClassHeader> of(byte[] classFile) {
    try {
      return Optional.of(of(new ClassBytes(classFile)));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The header of a class file.
   *
   * @throws RuntimeException if it is damaged
   */
  public static ClassHeader of(ClassBytes bytes) {
    ClassReader reader = bytes.reader();
    char[] buffer = new char[reader.getMaxStringLength()];
    int count = bytes.u2(reader.header + 6);
    List<String> interfaces = new ArrayList<>(count);
    int offset = reader.header + 8;
    for (int i = 0; i < count; i++) {
      interfaces.add(reader.readClass(offset, buffer));
      offset += 2;
    }
    Set<String> arrays = Set.of();
    for (int field : bytes.fields()) {
      if (bytes.isArray(field + 4)) {
        arrays = arrays.isEmpty() ? new HashSet<>() : arrays;
        arrays.add(nameAndDescriptor(reader, field, buffer));
      }
    }
    int access = bytes.u2(reader.header);
    boolean isExtensible = (access & Opcodes.ACC_INTERFACE) != 0;
    Map<String, Integer> methods = Map.of();
    for (int method : bytes.methods()) {
      int ofMethod = bytes.u2(method);
      isExtensible |=
          (ofMethod & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0
              && bytes.isText(method + 2, "<init>");
      if ((ofMethod & Opcodes.ACC_NATIVE) != 0
          || bytes.reachesArrays(method + 4)
          || CallFences.readsFields(bytes, method + 2)) {
        methods = methods.isEmpty() ? new HashMap<>() : methods;
        methods.put(nameAndDescriptor(reader, method, buffer), ofMethod);
      }
    }
    return new ClassHeader(
        reader.readClass(reader.header + 2, buffer),
        reader.readClass(reader.header + 4, buffer),
        List.copyOf(interfaces),
        methods,
        arrays,
        isExtensible && (access & Opcodes.ACC_FINAL) == 0);
  }

  private static String nameAndDescriptor(ClassReader reader, int member, char[] buffer) {
    return reader.readUTF8(member + 2, buffer).concat(reader.readUTF8(member + 4, buffer));
  }

  /** Whether it has native methods. */
  public boolean hasNative() {
    for (int access : methods.values()) {
      if ((access & Opcodes.ACC_NATIVE) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The direct superclass and interfaces. */
  List<String> above() {
    List<String> above = new ArrayList<>(interfaces);
    if (superName != null) {
      above.add(superName);
    }
    return above;
  }
}
