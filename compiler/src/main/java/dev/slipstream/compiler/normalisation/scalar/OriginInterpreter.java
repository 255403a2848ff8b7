package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.classfile.Intrinsics;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Follows the objects that an iteration makes through one instruction. */
final class OriginInterpreter extends Interpreter<Tracked> {
  private static final Tracked ONE = new Tracked.Other(1);
  private static final Tracked TWO = new Tracked.Other(2);

  private final InsnList instructions;
  private final Set<AbstractInsnNode> arbitraryNulls;
  private final Set<AbstractInsnNode> lambdas;

  OriginInterpreter(
      InsnList instructions, Set<AbstractInsnNode> arbitraryNulls, Set<AbstractInsnNode> lambdas) {
    super(Opcodes.ASM9);
    this.instructions = instructions;
    this.arbitraryNulls = arbitraryNulls;
    this.lambdas = lambdas;
  }

  @Override
  public @Nullable Tracked newValue(@Nullable Type type) {
    if (type == null) {
      return ONE;
    }
    return switch (type.getSort()) {
      case Type.VOID -> null;
      case Type.LONG, Type.DOUBLE -> TWO;
      default -> ONE;
    };
  }

  @Override
  public @Nullable Tracked newOperation(AbstractInsnNode node) {
    return switch (node.getOpcode()) {
      case Opcodes.NEW ->
          new Tracked.Fresh(
              new Origin.Site(instructions.indexOf(node), ((TypeInsnNode) node).desc), false);
      case Opcodes.ACONST_NULL ->
          lambdas.contains(node) ? ONE : new Tracked.Nothing(arbitraryNulls.contains(node));
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> TWO;
      case Opcodes.LDC -> {
        Object constant = ((LdcInsnNode) node).cst;
        yield constant instanceof Long || constant instanceof Double ? TWO : ONE;
      }
      case Opcodes.GETSTATIC -> newValue(Type.getType(((FieldInsnNode) node).desc));
      default -> ONE;
    };
  }

  @Override
  public Tracked copyOperation(AbstractInsnNode node, Tracked value) {
    return switch (node.getOpcode()) {
      // Locals that the loop found there are not followed.
      case Opcodes.LLOAD, Opcodes.DLOAD -> TWO;
      default -> value;
    };
  }

  @Override
  public @Nullable Tracked unaryOperation(AbstractInsnNode node, Tracked value) {
    return switch (node.getOpcode()) {
      case Opcodes.CHECKCAST -> value;
      case Opcodes.GETFIELD -> {
        Type type = Type.getType(((FieldInsnNode) node).desc);
        boolean isHeld = !(value instanceof Tracked.Other) && type.getSort() >= Type.ARRAY;
        yield isHeld ? new Tracked.Held() : newValue(type);
      }
      case Opcodes.LNEG,
          Opcodes.DNEG,
          Opcodes.I2L,
          Opcodes.I2D,
          Opcodes.L2D,
          Opcodes.F2L,
          Opcodes.F2D,
          Opcodes.D2L ->
          TWO;
      default -> ONE;
    };
  }

  @Override
  public @Nullable Tracked binaryOperation(AbstractInsnNode node, Tracked first, Tracked second) {
    return switch (node.getOpcode()) {
      case Opcodes.LALOAD,
          Opcodes.DALOAD,
          Opcodes.LADD,
          Opcodes.DADD,
          Opcodes.LSUB,
          Opcodes.DSUB,
          Opcodes.LMUL,
          Opcodes.DMUL,
          Opcodes.LDIV,
          Opcodes.DDIV,
          Opcodes.LREM,
          Opcodes.DREM,
          Opcodes.LSHL,
          Opcodes.LSHR,
          Opcodes.LUSHR,
          Opcodes.LAND,
          Opcodes.LOR,
          Opcodes.LXOR ->
          TWO;
      default -> ONE;
    };
  }

  @Override
  public Tracked ternaryOperation(
      AbstractInsnNode node, Tracked first, Tracked second, Tracked third) {
    return ONE;
  }

  @Override
  public @Nullable Tracked naryOperation(AbstractInsnNode node, List<? extends Tracked> values) {
    if (node instanceof MethodInsnNode call) {
      return Intrinsics.isNullCheck(call.owner, call.name, call.desc)
          ? values.get(0)
          : result(call.desc);
    }
    return node instanceof InvokeDynamicInsnNode dynamic ? result(dynamic.desc) : ONE;
  }

  private @Nullable Tracked result(String descriptor) {
    return newValue(Type.getReturnType(descriptor));
  }

  @Override
  public void returnOperation(AbstractInsnNode node, Tracked value, Tracked expected) {}

  @Override
  public Tracked merge(Tracked first, Tracked second) {
    throw new IllegalStateException("blocks are merged by OriginAnalysis");
  }
}
