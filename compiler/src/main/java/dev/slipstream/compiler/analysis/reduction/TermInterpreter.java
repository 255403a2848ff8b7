package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Computes terms, one instruction at a time. Plain values are numbered by what computes them, so
 * that {@code a[i]} written twice is known to be the same; array elements only where the iteration
 * stores none of their type. Every instruction gives the same term again.
 */
final class TermInterpreter extends Interpreter<Term> {
  private static final BasicInterpreter TYPES = new BasicInterpreter();
  private static final Term UNDEFINED = Term.Plain.leaf("undefined", 1);

  private final InsnList instructions;
  private final Uses uses;
  private final BitSet storedTypes = new BitSet();

  /**
   * @param uses sees every operation with its operands
   */
  TermInterpreter(InsnList instructions, Uses uses) {
    super(Opcodes.ASM9);
    this.instructions = instructions;
    this.uses = uses;
    for (AbstractInsnNode node : instructions) {
      if (Instructions.storesElement(node.getOpcode())) {
        storedTypes.set(node.getOpcode() - Opcodes.IASTORE);
      }
    }
  }

  /** Sees the operands of instructions; moves between the stack and locals are none. */
  @FunctionalInterface
  interface Uses {
    void use(AbstractInsnNode node, List<? extends Term> operands);
  }

  @Override
  public Term newValue(@Nullable Type type) {
    return UNDEFINED;
  }

  private int indexOf(AbstractInsnNode node) {
    return instructions.indexOf(node);
  }

  private Term unique(AbstractInsnNode node, int size) {
    return Term.Plain.leaf("u" + indexOf(node), size);
  }

  private Term result(AbstractInsnNode node, String head, int size, List<? extends Term> operands) {
    Optional<ChainStep> step = ChainStep.of(node, operands);
    if (step.isPresent()) {
      return new Term.Chain(step.get().chain().slot(), "u" + indexOf(node), size);
    }
    return Term.Plain.of(head, indexOf(node), size, operands);
  }

  @Override
  public Term newOperation(AbstractInsnNode node) throws AnalyzerException {
    String head = "constant " + node.getOpcode();
    if (node instanceof LdcInsnNode load) {
      head = load.cst.getClass().getSimpleName() + " " + load.cst;
    } else if (node instanceof IntInsnNode push) {
      head = "Integer " + push.operand;
    } else if (node instanceof FieldInsnNode field) {
      head = name(field);
    }
    return Term.Plain.leaf(head, TYPES.newOperation(node).getSize());
  }

  private static String name(FieldInsnNode field) {
    return "field " + field.owner + "." + field.name + field.desc;
  }

  @Override
  public Term copyOperation(AbstractInsnNode node, Term value) {
    boolean wide = node.getOpcode() == Opcodes.LLOAD || node.getOpcode() == Opcodes.DLOAD;
    if (wide && value.getSize() == 1) {
      // The sizes of locals are not known before they are read.
      return value instanceof Term.Plain plain
          ? Term.Plain.leaf("wide " + plain.head(), 2)
          : unique(node, 2);
    }
    return value;
  }

  @Override
  public Term unaryOperation(AbstractInsnNode node, Term value) throws AnalyzerException {
    uses.use(node, List.of(value));
    if (node.getOpcode() == Opcodes.NEWARRAY || node.getOpcode() == Opcodes.ANEWARRAY) {
      return unique(node, 1);
    }
    String head = "op " + node.getOpcode();
    if (node instanceof IincInsnNode increment) {
      head = "iinc " + increment.incr;
    } else if (node instanceof FieldInsnNode field) {
      head = name(field);
    }
    return result(node, head, size(TYPES.unaryOperation(node, null)), List.of(value));
  }

  private static int size(@Nullable BasicValue value) {
    return value == null ? 1 : value.getSize();
  }

  @Override
  public Term binaryOperation(AbstractInsnNode node, Term left, Term right)
      throws AnalyzerException {
    uses.use(node, List.of(left, right));
    int opcode = node.getOpcode();
    int size = size(TYPES.binaryOperation(node, null, null));
    if (Instructions.loadsElement(opcode) && storedTypes.get(opcode - Opcodes.IALOAD)) {
      return unique(node, size);
    }
    if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
      if (left instanceof Term.Chain chain && right instanceof Term.Plain plain) {
        return new Term.Compared(chain, plain, true, opcode);
      }
      if (left instanceof Term.Plain plain && right instanceof Term.Chain chain) {
        return new Term.Compared(chain, plain, false, opcode);
      }
    }
    return result(node, "op " + opcode, size, List.of(left, right));
  }

  @Override
  public @Nullable Term ternaryOperation(
      AbstractInsnNode node, Term first, Term second, Term third) {
    uses.use(node, List.of(first, second, third));
    return null;
  }

  @Override
  public Term naryOperation(AbstractInsnNode node, List<? extends Term> operands) {
    uses.use(node, operands);
    if (node instanceof MethodInsnNode call) {
      String head = "call " + call.owner + "." + call.name + call.desc;
      int size = Type.getReturnType(call.desc).getSize();
      return size == 0 ? UNDEFINED : result(node, head, size, operands);
    }
    return unique(node, 1);
  }

  @Override
  public void returnOperation(AbstractInsnNode node, Term value, Term expected) {
    // Iterations return nothing.
  }

  @Override
  public Term merge(Term first, Term second) {
    throw new UnsupportedOperationException("values are merged by TermExecution");
  }
}
