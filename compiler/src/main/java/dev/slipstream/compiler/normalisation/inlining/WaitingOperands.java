package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The operands that lie on the stack below a call's arguments. Where the called method has a loop
 * they are moved to local variables meanwhile: HotSpot replaces a running method by its compiled
 * form only at jumps with an empty stack, so that a loop below operands would stay interpreted.
 */
final class WaitingOperands {
  private WaitingOperands() {}

  /** Whether a method has a jump backwards. */
  static boolean hasLoop(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof JumpInsnNode
          && ControlFlow.targets(node).stream()
              .anyMatch(
                  label ->
                      method.instructions.indexOf(label) <= method.instructions.indexOf(node))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The types of the operands below a call's arguments, bottom first.
   *
   * @param instructions the instructions around the call
   */
  static List<Type> below(MethodInsnNode call, InsnList instructions, int locals, int stack) {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "region", "()V", null, null);
    method.instructions = instructions;
    method.maxLocals = locals;
    method.maxStack = stack;
    Frame<BasicValue>[] frames;
    try {
      frames = new Analyzer<>(new TypesOfLoads()).analyze("region", method);
    } catch (AnalyzerException e) {
      throw new IllegalStateException("bytecode that does not fit together: " + e.getMessage(), e);
    }
    Frame<BasicValue> frame = frames[instructions.indexOf(call)];
    List<Type> types = new ArrayList<>();
    if (frame != null) {
      int arguments =
          Type.getArgumentTypes(call.desc).length
              + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
      for (int s = 0; s < frame.getStackSize() - arguments; s++) {
        types.add(frame.getStack(s).getType());
      }
    }
    return types;
  }

  /** Knows the type of a local from the instruction that loads it. */
  private static final class TypesOfLoads extends BasicInterpreter {
    TypesOfLoads() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable BasicValue copyOperation(AbstractInsnNode node, BasicValue value)
        throws AnalyzerException {
      if (!(node instanceof VarInsnNode)) {
        return value;
      }
      return switch (node.getOpcode()) {
        case Opcodes.ILOAD -> BasicValue.INT_VALUE;
        case Opcodes.LLOAD -> BasicValue.LONG_VALUE;
        case Opcodes.FLOAD -> BasicValue.FLOAT_VALUE;
        case Opcodes.DLOAD -> BasicValue.DOUBLE_VALUE;
        case Opcodes.ALOAD -> BasicValue.REFERENCE_VALUE;
        default -> value;
      };
    }
  }
}
