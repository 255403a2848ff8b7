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
 * Renames native methods and adds methods of the old names that call them. Every caller then passes
 * the fences around that call: by reflection, by a reference to the method or from another class.
 * The JVM finds the native code if it knows the {@link #PREFIX}.
 */
public final class NativeMethods {
  /** The prefix of the new names. */
  public static final String PREFIX = "slipNative$";

  /** Libraries that search for native methods by reflection and link them by their names. */
  private static final Set<String> LINKERS = Set.of("com/sun/jna/Native", "org/bridj/BridJ");

  private static final String SERIALIZABLE = "java/io/Serializable";
  private static final String VERSION = "serialVersionUID";

  /** The flags that matter only to a method's callers; the renamed method needs none of them. */
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
   * @param names the names and descriptors of the renamed methods
   */
  public record Wrapped(byte[] classFile, Set<String> names) {}

  /** Renames all native methods of a class and wraps them. */
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

  /**
   * Whether native methods must keep their names, because code other than the JVM depends on the
   * name or on the method being native.
   */
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
   * Whether wrapping would change the default serial version, which the JVM computes for a class
   * without a declared one: it tells native methods from others.
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
