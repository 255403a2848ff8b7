package dev.slipstream.compiler.dataflow;

import java.util.BitSet;
import java.util.List;

/** Determines which local variables have been written on every path from the entry to a block. */
public final class DefiniteAssignment {
  private final BitSet[] assignedIn;

  /**
   * @param flow the control flow; nothing is assigned at its entry
   */
  public DefiniteAssignment(ControlFlow flow) {
    List<Block> blocks = flow.blocks();
    BitSet[] written = new BitSet[blocks.size()];
    assignedIn = new BitSet[blocks.size()];
    for (Block block : blocks) {
      written[block.index()] = flow.writtenSlots(List.of(block));
      assignedIn[block.index()] = new BitSet();
      if (block.index() != 0) {
        assignedIn[block.index()].set(0, 1 << 16);
      }
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : blocks) {
        for (Block predecessor : block.predecessors()) {
          BitSet after = (BitSet) assignedIn[predecessor.index()].clone();
          after.or(written[predecessor.index()]);
          BitSet meet = (BitSet) assignedIn[block.index()].clone();
          meet.and(after);
          if (!meet.equals(assignedIn[block.index()])) {
            assignedIn[block.index()] = meet;
            changed = true;
          }
        }
      }
    }
  }

  /** Whether a slot was certainly written before a block starts. */
  public boolean atStartOf(Block block, int slot) {
    return assignedIn[block.index()].get(slot);
  }
}
