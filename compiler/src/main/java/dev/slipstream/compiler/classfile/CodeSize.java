package dev.slipstream.compiler.classfile;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The size of bytecode, and what it means for the JIT. */
public final class CodeSize {
  /** The JIT compiles no methods that are longer than this, in bytes (HugeMethodLimit). */
  public static final int LARGEST_COMPILED = 8000;

  private CodeSize() {}

  /** Whether a method is so long that it always runs in the JVM's interpreter. */
  public static boolean isInterpreted(InsnList instructions) {
    // Each instruction has at least one byte and, apart from switches, at most six.
    return instructions.size() > LARGEST_COMPILED / 6 && of(instructions) > LARGEST_COMPILED;
  }

  /** The least size of instructions in bytes; constants and jumps may take more. */
  static int of(InsnList instructions) {
    int bytes = 0;
    for (AbstractInsnNode node : instructions) {
      bytes += of(node);
    }
    return bytes;
  }

  private static int of(AbstractInsnNode node) {
    if (node.getOpcode() < 0) {
      return 0;
    }
    return switch (node.getType()) {
      case AbstractInsnNode.INSN -> 1;
      case AbstractInsnNode.VAR_INSN -> ((VarInsnNode) node).var < 4 ? 1 : 2;
      case AbstractInsnNode.INT_INSN -> ((IntInsnNode) node).getOpcode() == Opcodes.SIPUSH ? 3 : 2;
      case AbstractInsnNode.LDC_INSN -> 2;
      case AbstractInsnNode.INVOKE_DYNAMIC_INSN -> 5;
      case AbstractInsnNode.MULTIANEWARRAY_INSN -> 4;
      case AbstractInsnNode.METHOD_INSN -> node.getOpcode() == Opcodes.INVOKEINTERFACE ? 5 : 3;
      case AbstractInsnNode.TABLESWITCH_INSN -> 13 + 4 * ((TableSwitchInsnNode) node).labels.size();
      case AbstractInsnNode.LOOKUPSWITCH_INSN ->
          9 + 8 * ((LookupSwitchInsnNode) node).labels.size();
      default -> 3;
    };
  }
}
