package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.scan.Hierarchy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Native methods under other names, with methods of their old names that call them: so whoever
 * calls one, by reflection, a reference to it or from another class, comes past the fences around
 * that call. The JVM finds the native code if it is told the {@link #PREFIX}.
 */
public final class NativeMethods {
  /** What their names start with. */
  public static final String PREFIX = "slipNative$";

  /** What looks for native methods by reflection and links them by their names. */
  private static final Set<String> LINKERS = Set.of("com/sun/jna/Native", "org/bridj/BridJ");

  private static final String SERIALIZABLE = "java/io/Serializable";
  private static final String VERSION = "serialVersionUID";

  /** What callers see of a method, and the one that they do not call any more need not have. */
  private static final int OF_CALLERS =
      Opcodes.ACC_PUBLIC
          | Opcodes.ACC_PROTECTED
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_SYNCHRONIZED
          | Opcodes.ACC_VARARGS
          | Opcodes.ACC_BRIDGE;

  private NativeMethods() {}

  /**
   * A class with its native methods wrapped.
   *
   * @param names of the renamed ones, with descriptors
   */
  public record Wrapped(byte[] classFile, Set<String> names) {}

  /** Gives all native methods of a class other names. */
  public static Wrapped wrap(ClassReader reader) {
    ClassNode node = new ClassNode();
    reader.accept(node, 0);
    Set<String> names = new LinkedHashSet<>();
    for (MethodNode method : List.copyOf(node.methods)) {
      if (ClassFiles.has(method.access, Opcodes.ACC_NATIVE)) {
        MethodNode renamed = renamed(method);
        call(node.name, method, renamed);
        node.methods.add(renamed);
        names.add(renamed.name + renamed.desc);
      }
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    node.accept(writer);
    return new Wrapped(writer.toByteArray(), names);
  }

  private static MethodNode renamed(MethodNode method) {
    int access = (method.access & ~OF_CALLERS) | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
    return new MethodNode(
        access, PREFIX + method.name, method.desc, null, method.exceptions.toArray(new String[0]));
  }

  private static void call(String owner, MethodNode method, MethodNode renamed) {
    method.access &= ~Opcodes.ACC_NATIVE;
    boolean isStatic = ClassFiles.has(method.access, Opcodes.ACC_STATIC);
    int slot = 0;
    if (!isStatic) {
      method.instructions.add(new VarInsnNode(Opcodes.ALOAD, slot++));
    }
    for (Type parameter : Type.getArgumentTypes(method.desc)) {
      method.instructions.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), slot));
      slot += parameter.getSize();
    }
    method.instructions.add(
        new MethodInsnNode(
            isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
            owner,
            renamed.name,
            renamed.desc,
            false));
    Type result = Type.getReturnType(method.desc);
    method.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    method.maxLocals = slot;
    method.maxStack = Math.max(slot, result.getSize());
  }

  /** Whether the names matter to others than the JVM, or the kind of the method does. */
  public static boolean mustStay(ClassReader reader, Hierarchy hierarchy) {
    return mayBeLinkedByName(hierarchy) || changesSerialVersion(reader, hierarchy);
  }

  private static boolean mayBeLinkedByName(Hierarchy hierarchy) {
    String self = hierarchy.self().name();
    for (String linker : LINKERS) {
      String itsPackage = linker.substring(0, linker.lastIndexOf('/') + 1);
      if (!self.startsWith(itsPackage) && hierarchy.find(linker).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether that would show where objects are written to streams: the version that the JVM computes
   * for a class that has none tells native methods from others.
   */
  private static boolean changesSerialVersion(ClassReader reader, Hierarchy hierarchy) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    boolean counts =
        node.methods.stream()
            .anyMatch(
                method ->
                    ClassFiles.has(method.access, Opcodes.ACC_NATIVE)
                        && !ClassFiles.has(method.access, Opcodes.ACC_PRIVATE));
    return counts
        && node.fields.stream().noneMatch(field -> field.name.equals(VERSION))
        && hierarchy.mayBe(node.name, SERIALIZABLE);
  }
}
