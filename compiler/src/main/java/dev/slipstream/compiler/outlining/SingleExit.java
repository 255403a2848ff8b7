package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The exits of a loop: a parallel loop may be left only through its condition. */
final class SingleExit {
  private SingleExit() {}

  /**
   * Refuses loops with other exits.
   *
   * @throws RefusalException naming the line of the other exit
   */
  static void check(ControlFlow flow, NaturalLoop loop) throws RefusalException {
    Set<Block> throwing = flow.throwingBlocks();
    List<Block> blocks = new ArrayList<>(loop.blocks());
    blocks.sort(Block.IN_ORDER);
    for (Block block : blocks) {
      for (Block successor : block.successors()) {
        if (!loop.contains(successor)
            && block != loop.header()
            && !flow.startsHandler(successor)
            && !throwing.contains(successor)) {
          throw refusal(flow, block);
        }
      }
    }
    if (exits(flow, loop).size() != 1) {
      throw new RefusalException(
          LoopMarks.lineOf(flow, loop.header().first()),
          RefusalKind.LOOP_HEAD,
          "has no condition at its start that ends it",
          "Write it as for (int i = first; i < limit; i += step).");
    }
  }

  /** The block that runs after the loop. */
  static Block exitOf(ControlFlow flow, NaturalLoop loop) {
    return exits(flow, loop).get(0);
  }

  private static List<Block> exits(ControlFlow flow, NaturalLoop loop) {
    List<Block> exits = new ArrayList<>();
    for (Block block : loop.header().successors()) {
      if (!loop.contains(block) && !flow.startsHandler(block)) {
        exits.add(block);
      }
    }
    return exits;
  }

  private static RefusalException refusal(ControlFlow flow, Block from) {
    return new RefusalException(
        LoopMarks.lineOf(flow, from.last()),
        RefusalKind.EARLY_EXIT,
        "leaves the loop before its last iteration (break, return or a second condition)",
        "Let every iteration run, and choose among the results after the loop.");
  }
}
