package dev.slipstream.compiler.classfile;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The static initialiser of a class, and whether it may run earlier than it would without visible
 * effect. It may if it only computes numbers and tables for the class's own static fields, and
 * certainly ends without an exception.
 */
record StaticInitialiser(ClassNode owner, MethodNode method) {

  /** Whether a class has no static initialiser, or one without visible effect. */
  static boolean isHarmless(ClassNode node) {
    Optional<MethodNode> method =
        node.methods.stream().filter(m -> m.name.equals("<clinit>")).findFirst();
    return method.isEmpty()
        || isTableOfSwitches(node, method.get())
        || new StaticInitialiser(node, method.get()).isHarmless();
  }

  /**
   * Whether a class is one that javac generates for switches over enums. Its initialiser reads the
   * constants' ordinals, so it is harmless if a constant exists already.
   */
  static boolean isTableOfSwitches(ClassNode node, MethodNode method) {
    if (!ClassFiles.has(node.access, Opcodes.ACC_SYNTHETIC)) {
      return false;
    }
    for (AbstractInsnNode instruction : method.instructions) {
      boolean belongs =
          switch (instruction.getOpcode()) {
            case Opcodes.INVOKESTATIC -> ((MethodInsnNode) instruction).name.equals("values");
            case Opcodes.INVOKEVIRTUAL -> ((MethodInsnNode) instruction).name.equals("ordinal");
            case Opcodes.PUTSTATIC -> ((FieldInsnNode) instruction).name.startsWith("$SwitchMap$");
            case Opcodes.INVOKESPECIAL,
                Opcodes.INVOKEINTERFACE,
                Opcodes.INVOKEDYNAMIC,
                Opcodes.PUTFIELD,
                Opcodes.NEW ->
                false;
            default -> true;
          };
      if (!belongs) {
        return false;
      }
    }
    return true;
  }

  private boolean isHarmless() {
    if (!method.tryCatchBlocks.isEmpty()) {
      return false;
    }
    Frame<BasicValue>[] frames;
    try {
      frames = new Analyzer<>(new Constants()).analyze(owner.name, method);
    } catch (AnalyzerException e) {
      // Inconsistent code fails when it runs, which must happen in the program itself.
      return false;
    }
    InsnList instructions = method.instructions;
    for (int i = 0; i < instructions.size(); i++) {
      AbstractInsnNode node = instructions.get(i);
      if (node.getOpcode() >= 0 && frames[i] != null && !isHarmless(node, frames[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean isHarmless(AbstractInsnNode node, Frame<BasicValue> frame) {
    int opcode = node.getOpcode();
    int top = frame.getStackSize() - 1;
    if (node instanceof JumpInsnNode jump) {
      return method.instructions.indexOf(jump.label) > method.instructions.indexOf(node);
    }
    if (Instructions.storesElement(opcode)) {
      return frame.getStack(top - 1) instanceof Traced index
          && index.isIndexOf(frame.getStack(top - 2));
    }
    return switch (opcode) {
      case Opcodes.LDC ->
          !(((LdcInsnNode) node).cst instanceof Type type)
              || type.getInternalName().equals(owner.name);
      case Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> ((FieldInsnNode) node).owner.equals(owner.name);
      case Opcodes.NEWARRAY -> isLength(frame.getStack(top));
      case Opcodes.ANEWARRAY ->
          ((TypeInsnNode) node).desc.startsWith("[")
              && Type.getObjectType(((TypeInsnNode) node).desc).getElementType().getSort()
                  < Type.ARRAY
              && isLength(frame.getStack(top));
      case Opcodes.INVOKESTATIC -> isHarmless((MethodInsnNode) node);
      case Opcodes.INVOKEVIRTUAL ->
          ((MethodInsnNode) node).owner.equals("java/lang/Class")
              && ((MethodInsnNode) node).name.equals("desiredAssertionStatus");
      case Opcodes.IDIV,
          Opcodes.IREM,
          Opcodes.LDIV,
          Opcodes.LREM,
          Opcodes.TABLESWITCH,
          Opcodes.LOOKUPSWITCH ->
          false;
      default ->
          opcode <= Opcodes.DCONST_1
              || node instanceof IntInsnNode
              || opcode <= Opcodes.ALOAD
              || (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE)
              || (opcode >= Opcodes.POP && opcode <= Opcodes.DCMPG)
              || opcode == Opcodes.RETURN;
    };
  }

  private static boolean isHarmless(MethodInsnNode call) {
    return Intrinsics.emulation(call).isPresent()
        || (Intrinsics.isKept(call) && !Intrinsics.divides(call));
  }

  private static boolean isLength(BasicValue value) {
    return value instanceof Traced number && number.isLength();
  }

  /** An int that is known, an array of a known length, or a number that is not known. */
  private static final class Traced extends BasicValue {
    /** A type that no program has: the analyzer treats values of the same type as equal. */
    private static final Type TABLE = Type.getObjectType("*");

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final long number;

    /**
     * @param number the int, the array's length, or {@link #UNKNOWN}
     */
    Traced(Type type, long number) {
      super(type);
      this.number = number;
    }

    /** Whether a value is an array with more elements than this int, which is not negative. */
    boolean isIndexOf(BasicValue array) {
      return isLength()
          && array instanceof Traced table
          && table.isTable()
          && number < table.number;
    }

    /** Whether an array may be this long. */
    boolean isLength() {
      return number >= 0 && !isTable();
    }

    private boolean isTable() {
      return TABLE.equals(getType());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Traced traced
          && traced.number == number
          && traced.getType().equals(getType());
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  /** Tracks constants and the arrays that are created with them. */
  private static final class Constants extends BasicInterpreter {
    Constants() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
      Number number = Instructions.constant(node).orElse(null);
      return number instanceof Integer known
          ? new Traced(Type.INT_TYPE, known)
          : super.newOperation(node);
    }

    @Override
    public @Nullable BasicValue unaryOperation(AbstractInsnNode node, BasicValue value)
        throws AnalyzerException {
      boolean makes = node.getOpcode() == Opcodes.NEWARRAY || node.getOpcode() == Opcodes.ANEWARRAY;
      return makes && value instanceof Traced length && length.isLength()
          ? new Traced(Traced.TABLE, length.number)
          : super.unaryOperation(node, value);
    }

    @Override
    public BasicValue merge(BasicValue first, BasicValue second) {
      if (first.equals(second)) {
        return first;
      }
      if (first.getType() == null || second.getType() == null) {
        return BasicValue.UNINITIALIZED_VALUE;
      }
      if (first.isReference() && second.isReference()) {
        return BasicValue.REFERENCE_VALUE;
      }
      return first.getType().equals(second.getType())
          ? new Traced(first.getType(), Traced.UNKNOWN)
          : BasicValue.UNINITIALIZED_VALUE;
    }
  }
}
