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
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Tracks the objects that an iteration creates through one instruction. */
final class OriginInterpreter extends Interpreter<Tracked> {
  private static final BasicInterpreter TYPES = new BasicInterpreter();
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

  private static @Nullable Tracked other(@Nullable BasicValue value) {
    return value == null ? null : value.getSize() == 2 ? TWO : ONE;
  }

  @Override
  public @Nullable Tracked newValue(@Nullable Type type) {
    return other(TYPES.newValue(type));
  }

  @Override
  public @Nullable Tracked newOperation(AbstractInsnNode node) throws AnalyzerException {
    return switch (node.getOpcode()) {
      case Opcodes.NEW ->
          new Tracked.Fresh(
              new Origin.Site(instructions.indexOf(node), ((TypeInsnNode) node).desc), false);
      case Opcodes.ACONST_NULL ->
          lambdas.contains(node) ? ONE : new Tracked.Nothing(arbitraryNulls.contains(node));
      default -> other(TYPES.newOperation(node));
    };
  }

  @Override
  public Tracked copyOperation(AbstractInsnNode node, Tracked value) {
    return switch (node.getOpcode()) {
      // Locals from before the loop are not tracked.
      case Opcodes.LLOAD, Opcodes.DLOAD -> TWO;
      default -> value;
    };
  }

  @Override
  public @Nullable Tracked unaryOperation(AbstractInsnNode node, Tracked value)
      throws AnalyzerException {
    if (node.getOpcode() == Opcodes.CHECKCAST) {
      return value;
    }
    boolean isHeld =
        node.getOpcode() == Opcodes.GETFIELD
            && !(value instanceof Tracked.Other)
            && Type.getType(((FieldInsnNode) node).desc).getSort() >= Type.ARRAY;
    return isHeld ? new Tracked.Held() : other(TYPES.unaryOperation(node, null));
  }

  @Override
  public @Nullable Tracked binaryOperation(AbstractInsnNode node, Tracked first, Tracked second)
      throws AnalyzerException {
    return other(TYPES.binaryOperation(node, null, null));
  }

  @Override
  public @Nullable Tracked ternaryOperation(
      AbstractInsnNode node, Tracked first, Tracked second, Tracked third) {
    return null;
  }

  @Override
  public @Nullable Tracked naryOperation(AbstractInsnNode node, List<? extends Tracked> values)
      throws AnalyzerException {
    return node instanceof MethodInsnNode call && Intrinsics.isNullCheck(call)
        ? values.get(0)
        : other(TYPES.naryOperation(node, null));
  }

  @Override
  public void returnOperation(AbstractInsnNode node, Tracked value, Tracked expected) {}

  @Override
  public Tracked merge(Tracked first, Tracked second) {
    throw new IllegalStateException("blocks are merged by OriginAnalysis");
  }
}
