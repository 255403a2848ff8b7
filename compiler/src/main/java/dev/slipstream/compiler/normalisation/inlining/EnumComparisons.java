package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Compares enum constants by their ordinals: {@code mode == Mode.FAST} becomes {@code
 * mode.ordinal() == 2}, which initialises no class. If {@code mode} is null, the program's own loop
 * runs.
 */
public final class EnumComparisons {
  private EnumComparisons() {}

  /** Whether a call returns the ordinal of an enum constant. */
  static boolean isOrdinal(ClassFiles files, MethodInsnNode call) {
    return call.name.equals("ordinal")
        && call.desc.equals("()I")
        && (call.owner.equals("java/lang/Enum")
            || files
                .find(call.owner)
                .filter(node -> "java/lang/Enum".equals(node.superName))
                .isPresent());
  }

  /** Rewrites all comparisons with a constant that the program names. */
  public static void rewrite(InsnList instructions, ClassFiles files) {
    Set<LabelNode> targets = new HashSet<>();
    for (AbstractInsnNode node : instructions) {
      targets.addAll(ControlFlow.targets(node));
    }
    for (AbstractInsnNode node : instructions.toArray()) {
      if (node instanceof JumpInsnNode jump
          && (node.getOpcode() == Opcodes.IF_ACMPEQ || node.getOpcode() == Opcodes.IF_ACMPNE)) {
        FieldInsnNode constant = constantBefore(jump, targets, files);
        if (constant != null) {
          rewrite(instructions, jump, constant, ordinal(constant, files).getAsInt());
        }
      }
    }
  }

  private static void rewrite(
      InsnList instructions, JumpInsnNode jump, FieldInsnNode constant, int ordinal) {
    instructions.remove(constant);
    instructions.insertBefore(
        jump, new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/Enum", "ordinal", "()I", false));
    instructions.insertBefore(jump, new LdcInsnNode(ordinal));
    jump.setOpcode(jump.getOpcode() == Opcodes.IF_ACMPEQ ? Opcodes.IF_ICMPEQ : Opcodes.IF_ICMPNE);
  }

  /**
   * The constant on one side of a comparison: on the right, or on the left of a variable or field.
   */
  private static @Nullable FieldInsnNode constantBefore(
      JumpInsnNode jump, Set<LabelNode> targets, ClassFiles files) {
    AbstractInsnNode last = before(jump, targets);
    if (isConstant(last, files)) {
      return (FieldInsnNode) last;
    }
    AbstractInsnNode object = last;
    while (object != null && object.getOpcode() == Opcodes.GETFIELD) {
      object = before(object, targets);
    }
    boolean isSimple =
        object instanceof VarInsnNode
            || (object instanceof FieldInsnNode && object.getOpcode() == Opcodes.GETSTATIC);
    AbstractInsnNode first = object != null && isSimple ? before(object, targets) : null;
    return isConstant(first, files) ? (FieldInsnNode) first : null;
  }

  /** The preceding instruction, if no jump leads between the two. */
  private static @Nullable AbstractInsnNode before(AbstractInsnNode node, Set<LabelNode> targets) {
    AbstractInsnNode previous = node.getPrevious();
    while (previous != null && previous.getOpcode() < 0) {
      if (previous instanceof LabelNode label && targets.contains(label)) {
        return null;
      }
      previous = previous.getPrevious();
    }
    return previous;
  }

  private static boolean isConstant(@Nullable AbstractInsnNode node, ClassFiles files) {
    return node instanceof FieldInsnNode field
        && node.getOpcode() == Opcodes.GETSTATIC
        && ordinal(field, files).isPresent();
  }

  private static OptionalInt ordinal(FieldInsnNode constant, ClassFiles files) {
    ClassNode owner = files.find(constant.owner).orElse(null);
    int ordinal = 0;
    if (owner != null && "java/lang/Enum".equals(owner.superName)) {
      for (FieldNode field : owner.fields) {
        if (ClassFiles.has(field.access, Opcodes.ACC_ENUM)) {
          if (field.name.equals(constant.name) && field.desc.equals(constant.desc)) {
            return OptionalInt.of(ordinal);
          }
          ordinal++;
        }
      }
    }
    return OptionalInt.empty();
  }
}
