package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.scan.KnownClasses;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Recognises the instructions that a guard never crosses. After such an instruction another loop
 * may be pending, or this thread may see the effects of another thread that submitted one. They are
 * calls, monitors, accesses to volatile fields and the initialisation of classes.
 */
public final class MotionBarriers {
  private static final Set<String> NUMBERS =
      Set.of(
          "java/lang/Math",
          "java/lang/StrictMath",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Short",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/Boolean");
  private static final Set<String> PURE =
      Set.of(
          "java/lang/Object.<init>()V",
          "java/lang/Object.getClass()Ljava/lang/Class;",
          "java/lang/String.length()I",
          "java/lang/String.isEmpty()Z",
          "java/lang/String.charAt(I)C");

  private final ClassFiles files;
  private final KnownClasses classes;
  private final Map<AbstractInsnNode, Boolean> barriers = new HashMap<>();

  /**
   * @param files the class and those around it
   * @param known headers of other classes that were read before; new ones are added
   */
  public MotionBarriers(ClassFiles files, KnownClasses known) {
    this.files = files;
    this.classes = known;
  }

  /** Whether an instruction is one that no guard crosses. */
  boolean isBarrier(AbstractInsnNode node) {
    if (!mayBeBarrier(node.getOpcode())) {
      return false;
    }
    Boolean known = barriers.get(node);
    if (known == null) {
      known = find(node);
      barriers.put(node, known);
    }
    return known;
  }

  /** Whether an instruction with this opcode may be a barrier; most are none. */
  static boolean mayBeBarrier(int opcode) {
    return (opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.NEW)
        || opcode == Opcodes.MONITORENTER
        || opcode == Opcodes.MONITOREXIT
        || opcode == Opcodes.LDC;
  }

  private boolean find(AbstractInsnNode node) {
    return switch (node.getOpcode()) {
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT, Opcodes.INVOKEDYNAMIC -> true;
      case Opcodes.INVOKESTATIC,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKEINTERFACE ->
          !isPure((MethodInsnNode) node);
      case Opcodes.NEW -> !isInitialised(((TypeInsnNode) node).desc);
      case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC ->
          isBarrier((FieldInsnNode) node);
      case Opcodes.LDC -> ((LdcInsnNode) node).cst instanceof ConstantDynamic;
      default -> false;
    };
  }

  private boolean isBarrier(FieldInsnNode node) {
    Optional<ClassFiles.Declared<FieldNode>> field = files.field(node.owner, node.name, node.desc);
    if (field.isEmpty() || ClassFiles.has(field.get().member().access, Opcodes.ACC_VOLATILE)) {
      return true;
    }
    boolean isStatic =
        node.getOpcode() == Opcodes.GETSTATIC || node.getOpcode() == Opcodes.PUTSTATIC;
    return isStatic && !isInitialised(field.get().owner().name);
  }

  private boolean isInitialised(String owner) {
    return files.isSelfOrAbove(owner)
        || classes.isInitialisedUnnoticed(owner, files::isInitialised);
  }

  /** Whether a call only computes with numbers or reads a text. */
  private static boolean isPure(MethodInsnNode call) {
    if (PURE.contains(call.owner + "." + call.name + call.desc)) {
      return true;
    }
    if (call.getOpcode() != Opcodes.INVOKESTATIC
        || !NUMBERS.contains(call.owner)
        // Random numbers come from one generator that all threads share.
        || call.name.equals("random")) {
      return false;
    }
    if (isReference(Type.getReturnType(call.desc))) {
      return false;
    }
    for (Type parameter : Type.getArgumentTypes(call.desc)) {
      if (isReference(parameter)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReference(Type type) {
    return type.getSort() >= Type.ARRAY;
  }
}
