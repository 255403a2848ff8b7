package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Removes from a kernel everything that is not in a slice. An instruction whose result is not
 * needed is replaced by a zero or a null. Elements of captured arrays are never written. A jump
 * that decides nothing goes to the block where its paths meet.
 */
final class SliceCode extends KernelWriter.Additions {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final ConditionSlice slice;

  SliceCode(NestStructure nest, ConditionSlice slice) {
    this.flow = nest.flow();
    this.execution = nest.execution();
    this.slice = slice;
  }

  /**
   * Whether the slice can be written: where a jump is left out, the stack must be the same where
   * its paths meet, except for values that are not needed.
   */
  boolean isPossible() {
    return slice.control().blocks().stream().allMatch(block -> detourIsPossible(block));
  }

  private boolean detourIsPossible(Block block) {
    AbstractInsnNode last = flow.lastInstruction(block);
    if (!isDecision(last) || slice.needs(last)) {
      return true;
    }
    Optional<Block> meeting = slice.control().meeting(block);
    Frame<Value> there = meeting.map(this::atStartOf).orElse(null);
    for (int s = 0; there != null && s < there.getStackSize(); s++) {
      if (there.getStack(s).kind() == 'V') {
        return false;
      }
    }
    return true;
  }

  @Override
  Optional<InsnList> instead(AbstractInsnNode node) {
    if (slice.needs(node)) {
      return Optional.empty();
    }
    int opcode = node.getOpcode();
    InsnList code = new InsnList();
    if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
      pushNothing(code, "IJFDA".charAt(opcode - Opcodes.ILOAD));
    } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      pop(code, "IJFDA".charAt(opcode - Opcodes.ISTORE));
    } else if (opcode == Opcodes.IINC) {
      return Optional.of(code);
    } else if (Instructions.loadsElement(opcode)) {
      code.add(new InsnNode(Opcodes.POP2));
      pushNothing(code, kindOfElement(opcode - Opcodes.IALOAD));
    } else if (Instructions.storesElement(opcode)) {
      pop(code, kindOfElement(opcode - Opcodes.IASTORE));
      code.add(new InsnNode(Opcodes.POP2));
    } else if (node instanceof FieldInsnNode field) {
      if (opcode == Opcodes.GETFIELD) {
        code.add(new InsnNode(Opcodes.POP));
      }
      pushNothing(code, Instructions.kindOf(Type.getType(field.desc)));
    } else if (node instanceof MethodInsnNode call) {
      if (Intrinsics.isNullCheck(call)) {
        return Optional.empty();
      }
      replace(code, call);
    } else if (opcode == Opcodes.ARRAYLENGTH) {
      code.add(new InsnNode(Opcodes.POP));
      pushNothing(code, 'I');
    } else if (opcode == Opcodes.NEWARRAY) {
      code.add(new InsnNode(Opcodes.POP));
      pushNothing(code, 'A');
    } else if (ConditionSlice.divides(node)) {
      char kind = opcode == Opcodes.IDIV || opcode == Opcodes.IREM ? 'I' : 'J';
      pop(code, kind);
      pop(code, kind);
      pushNothing(code, kind);
    } else {
      // An instruction that only computes can remain; it cannot throw, and compilers remove it.
      return Optional.empty();
    }
    return Optional.of(code);
  }

  private static void replace(InsnList code, MethodInsnNode call) {
    Type[] types = Type.getArgumentTypes(call.desc);
    for (int a = types.length - 1; a >= 0; a--) {
      pop(code, Instructions.kindOf(types[a]));
    }
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      code.add(new InsnNode(Opcodes.POP));
    }
    pushNothing(code, Instructions.kindOf(Type.getReturnType(call.desc)));
  }

  @Override
  Optional<KernelWriter.Detour> detour(Block block) {
    AbstractInsnNode last = flow.lastInstruction(block);
    if (!isDecision(last) || slice.needs(last)) {
      return Optional.empty();
    }
    Optional<Block> meeting = slice.control().meeting(block);
    Frame<Value> here = execution.before(flow.instructions().indexOf(last)).orElseThrow();
    int height = here.getStackSize();
    InsnList code = new InsnList();
    for (int operand = 0; operand < operands(last); operand++) {
      pop(code, here.getStack(--height).kind());
    }
    List<Character> wanted = meeting.map(this::atStartOf).map(SliceCode::kinds).orElse(List.of());
    int common = 0;
    while (common < Math.min(height, wanted.size())
        && here.getStack(common).kind() == wanted.get(common)) {
      common++;
    }
    while (height > common) {
      pop(code, here.getStack(--height).kind());
    }
    for (char kind : wanted.subList(common, wanted.size())) {
      pushNothing(code, kind);
    }
    return Optional.of(new KernelWriter.Detour(code, meeting));
  }

  private Frame<Value> atStartOf(Block block) {
    return execution.before(block.first()).orElseThrow();
  }

  private static List<Character> kinds(Frame<Value> frame) {
    Character[] kinds = new Character[frame.getStackSize()];
    for (int s = 0; s < kinds.length; s++) {
      kinds[s] = frame.getStack(s).kind();
    }
    return List.of(kinds);
  }

  private static int operands(AbstractInsnNode jump) {
    int opcode = jump.getOpcode();
    return opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE ? 2 : 1;
  }

  /** Whether an instruction has several possible successors. */
  private static boolean isDecision(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    return opcode != Opcodes.GOTO && !ControlFlow.targets(node).isEmpty();
  }

  private static char kindOfElement(int number) {
    // In the order of the instructions: ints, longs, floats, doubles, references, small integers.
    return "IJFDAIII".charAt(number);
  }

  private static void pop(InsnList code, char kind) {
    code.add(new InsnNode(Instructions.pop(kind)));
  }

  private static void pushNothing(InsnList code, char kind) {
    if (kind != 'V') {
      code.add(new InsnNode(Instructions.zero(kind)));
    }
  }
}
