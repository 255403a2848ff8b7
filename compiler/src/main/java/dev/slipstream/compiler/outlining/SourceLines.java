package dev.slipstream.compiler.outlining;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;

/** The source lines of all instructions of a body, found in one pass. */
final class SourceLines {
  private final InsnList instructions;
  private final int[] lines;

  SourceLines(InsnList instructions) {
    this.instructions = instructions;
    this.lines = new int[instructions.size()];
    int line = -1;
    int position = 0;
    for (AbstractInsnNode node : instructions) {
      if (node instanceof LineNumberNode number) {
        line = number.line;
      }
      lines[position++] = line;
    }
  }

  /** The line of an instruction, which is the last one given before it; -1 if there is none. */
  int of(AbstractInsnNode node) {
    return lines[instructions.indexOf(node)];
  }
}
