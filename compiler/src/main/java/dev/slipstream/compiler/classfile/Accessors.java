package dev.slipstream.compiler.classfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds methods that only return a field, for classes that may not read the field themselves. */
public final class Accessors {
  private Accessors() {}

  /**
   * A method that returns a field.
   *
   * @param owner the internal name of the class that declares both
   * @param isFinal whether no other class can override it
   */
  public record Accessor(String owner, String name, String descriptor, boolean isFinal) {}

  /** A method that returns a field and that the class being compiled may call. */
  public static Optional<Accessor> of(ClassFiles files, ClassFiles.Declared<FieldNode> field) {
    String owner = field.owner().name;
    boolean usable =
        files.mayName(field.owner())
            && !ClassFiles.has(field.owner().access, Opcodes.ACC_INTERFACE)
            && !ClassFiles.has(field.member().access, Opcodes.ACC_STATIC);
    if (usable) {
      for (MethodNode method : field.owner().methods) {
        if (method.desc.equals("()" + field.member().desc)
            && files.mayCall(field.owner(), method)
            && returnsOnly(method, owner, field.member())) {
          boolean isFinal =
              ClassFiles.isOnlyTarget(
                  new ClassFiles.Declared<>(field.owner(), method), Opcodes.INVOKEVIRTUAL);
          return Optional.of(new Accessor(owner, method.name, method.desc, isFinal));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean returnsOnly(MethodNode method, String owner, FieldNode field) {
    List<AbstractInsnNode> code = new ArrayList<>();
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() >= 0) {
        code.add(node);
      }
    }
    return code.size() == 3
        && code.get(0).getOpcode() == Opcodes.ALOAD
        && code.get(1).getOpcode() == Opcodes.GETFIELD
        && code.get(1) instanceof FieldInsnNode get
        && get.owner.equals(owner)
        && get.name.equals(field.name)
        && get.desc.equals(field.desc);
  }
}
