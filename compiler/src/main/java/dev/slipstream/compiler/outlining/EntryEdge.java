package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The only path into a loop, where its call site is placed.
 *
 * @param before the instruction in front of which the call site is placed
 * @param header the label of the loop's header, which is a jump target
 * @param exit the target of the header's jump when the loop has ended, if the call site may jump
 *     there after running all iterations
 */
public record EntryEdge(AbstractInsnNode before, LabelNode header, Optional<LabelNode> exit) {

  /**
   * Finds the path into a loop.
   *
   * @throws RefusalException if there are several
   */
  static EntryEdge of(ControlFlow flow, NaturalLoop loop, int line) throws RefusalException {
    Block header = loop.header();
    List<Block> outside = new ArrayList<>();
    for (Block block : header.predecessors()) {
      if (!loop.contains(block) && flow.reachable(block)) {
        outside.add(block);
      }
    }
    AbstractInsnNode first = flow.instructions().get(header.first());
    if (outside.size() == 1 && first instanceof LabelNode label) {
      Optional<LabelNode> exit = exit(flow, loop);
      AbstractInsnNode last = flow.lastInstruction(outside.get(0));
      if (last.getOpcode() == Opcodes.GOTO) {
        return new EntryEdge(last, label, exit);
      }
      boolean falls = outside.get(0).last() + 1 == header.first();
      if (falls && ControlFlow.targets(last).isEmpty()) {
        return new EntryEdge(label, label, exit);
      }
    }
    throw new RefusalException(
        line,
        RefusalKind.LOOP_HEAD,
        "can be entered in several places",
        "Set the counter in the loop's head: for (int i = first; …).");
  }

  /** The exit, unless the header computes something that the program may read afterwards. */
  private static Optional<LabelNode> exit(ControlFlow flow, NaturalLoop loop) {
    Block header = loop.header();
    for (int i = header.first(); i <= header.last(); i++) {
      AbstractInsnNode instruction = flow.instructions().get(i);
      int opcode = instruction.getOpcode();
      boolean stores = opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE;
      if (stores || opcode == Opcodes.IINC || opcode == Opcodes.PUTFIELD) {
        return Optional.empty();
      }
    }
    AbstractInsnNode first = flow.instructions().get(SingleExit.exitOf(flow, loop).first());
    return first instanceof LabelNode label
            && ControlFlow.targets(flow.lastInstruction(header)).contains(label)
        ? Optional.of(label)
        : Optional.empty();
  }

  /**
   * This path without an exit, for a loop whose header must run even if all iterations were run.
   */
  EntryEdge throughHeader() {
    return new EntryEdge(before, header, Optional.empty());
  }
}
