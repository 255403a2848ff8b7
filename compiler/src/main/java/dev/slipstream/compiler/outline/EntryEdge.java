package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.Refusal;
import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.NaturalLoop;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The only way into a loop, where its call site is put.
 *
 * @param before the instruction before which the call site stands
 * @param header the label of the loop's header, which is a jump target
 */
public record EntryEdge(AbstractInsnNode before, LabelNode header) {

  /**
   * Finds the way in.
   *
   * @throws Refusal if there are several
   */
  static EntryEdge of(ControlFlow flow, NaturalLoop loop, int line) throws Refusal {
    Block header = loop.header();
    List<Block> outside =
        header.predecessors().stream()
            .filter(block -> !loop.contains(block) && flow.reachable(block))
            .toList();
    AbstractInsnNode first = flow.instructions().get(header.first());
    if (outside.size() == 1 && first instanceof LabelNode label) {
      AbstractInsnNode last = flow.lastInstruction(outside.get(0));
      if (last.getOpcode() == Opcodes.GOTO) {
        return new EntryEdge(last, label);
      }
      boolean falls = outside.get(0).last() + 1 == header.first();
      if (falls && ControlFlow.targets(last).isEmpty()) {
        return new EntryEdge(label, label);
      }
    }
    throw new Refusal(
        line, "can be entered in several ways", "Set the loop variable in the loop's head.");
  }
}
