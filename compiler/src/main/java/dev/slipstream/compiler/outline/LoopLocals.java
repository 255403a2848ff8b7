package dev.slipstream.compiler.outline;

import dev.slipstream.compiler.Refusal;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.DefiniteAssignment;
import dev.slipstream.compiler.flow.Liveness;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The local variables that a loop writes. Each is private to an iteration if the iteration writes
 * it before reading it; if the program reads it afterwards, it gets the last iteration's value.
 */
final class LoopLocals {
  private final ControlFlow region;
  private final BitSet written;
  private final IntFunction<String> names;

  /**
   * @param region one iteration
   * @param written the slots that the loop writes
   * @param variable the slot of the loop variable
   */
  LoopLocals(ControlFlow region, BitSet written, int variable, IntFunction<String> names) {
    this.region = region;
    this.written = (BitSet) written.clone();
    this.written.clear(variable);
    this.names = names;
  }

  /**
   * Refuses loops in which an iteration reads what the one before wrote.
   *
   * @throws Refusal naming the variable
   */
  void requireNothingCarried() throws Refusal {
    BitSet carried = new Liveness(region).atStartOf(region.blocks().get(0));
    carried.and(written);
    int slot = carried.nextSetBit(0);
    if (slot >= 0) {
      throw new Refusal(
          lineReading(slot),
          "reads " + names.apply(slot) + ", which the iteration before may have written",
          "Give each iteration a variable of its own, or remove the annotation.");
    }
  }

  private int lineReading(int slot) {
    for (int i = 0; i < region.instructions().size(); i++) {
      if (Liveness.readSlot(region.instructions().get(i)) == slot) {
        return LoopMarks.lineOf(region, i);
      }
    }
    return -1;
  }

  /**
   * Whether the program reads one of the variables after the loop, so that the last iteration must
   * set them.
   *
   * @param live the slots that are read after the loop
   * @param end the block in which an iteration ends
   * @throws Refusal if an iteration does not always write such a variable
   */
  boolean isReadAfterwards(BitSet live, Block end) throws Refusal {
    BitSet read = (BitSet) live.clone();
    read.and(written);
    DefiniteAssignment assignment = new DefiniteAssignment(region);
    for (int slot = read.nextSetBit(0); slot >= 0; slot = read.nextSetBit(slot + 1)) {
      if (!assignment.atStartOf(end, slot)) {
        throw new Refusal(
            LoopMarks.lineOf(region, 0),
            "is a loop after which the program reads "
                + names.apply(slot)
                + ", which not every iteration writes",
            "Write it in every iteration, or not in the loop.");
      }
    }
    return !read.isEmpty();
  }
}
