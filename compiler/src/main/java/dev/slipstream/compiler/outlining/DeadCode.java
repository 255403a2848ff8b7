package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;

/** Removes instructions that never run. */
final class DeadCode {
  private DeadCode() {}

  /** Removes them; labels stay. */
  static void remove(InsnList code) {
    ControlFlow flow = ControlFlow.of(code);
    List<AbstractInsnNode> dead = new ArrayList<>();
    for (Block block : flow.blocks()) {
      if (!flow.reachable(block)) {
        for (int i = block.first(); i <= block.last(); i++) {
          if (!(code.get(i) instanceof LabelNode)) {
            dead.add(code.get(i));
          }
        }
      }
    }
    dead.forEach(code::remove);
  }
}
