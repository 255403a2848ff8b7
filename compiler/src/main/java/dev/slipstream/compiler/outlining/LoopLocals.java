package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.DefiniteAssignment;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The local variables that a loop writes. Each is private to an iteration if the iteration writes
 * it before reading it. If the program reads it after the loop, it receives the last iteration's
 * value.
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

  /** The locals that an iteration reads with the value that the previous one has left. */
  BitSet carried() {
    BitSet carried = new Liveness(region).atStartOf(region.blocks().get(0));
    carried.and(written);
    return carried;
  }

  /**
   * The locals that are read after the loop and that not every iteration writes.
   *
   * @param live the slots that are read after the loop
   * @param end the block in which an iteration ends
   */
  BitSet sometimesWritten(BitSet live, Block end) {
    BitSet found = (BitSet) live.clone();
    found.and(written);
    if (!found.isEmpty()) {
      DefiniteAssignment assignment = new DefiniteAssignment(region);
      for (int slot = found.nextSetBit(0); slot >= 0; slot = found.nextSetBit(slot + 1)) {
        found.set(slot, !assignment.atStartOf(end, slot));
      }
    }
    return found;
  }

  /** The locals that the loop writes, except its variable. */
  BitSet written() {
    return (BitSet) written.clone();
  }

  /**
   * Whether the program reads one of the variables after the loop, so that the last iteration must
   * set them.
   *
   * @param live the slots that are read after the loop
   * @param end the block in which an iteration ends
   * @param reduced the slots that are set by a reduction
   * @throws RefusalException if an iteration does not always write such a variable
   */
  boolean isReadAfterwards(BitSet live, Block end, BitSet reduced) throws RefusalException {
    BitSet read = (BitSet) live.clone();
    read.and(written);
    read.andNot(reduced);
    int missed = read.isEmpty() ? -1 : sometimesWritten(read, end).nextSetBit(0);
    if (missed >= 0) {
      throw new RefusalException(
          LoopMarks.lineOf(region, 0),
          RefusalKind.VALUES_AFTER_THE_LOOP,
          "is a loop that sets "
              + names.apply(missed)
              + " in some iterations only, and the program reads it after the loop",
          "Set it in every iteration; or keep the values in an array, and choose one after the"
              + " loop.");
    }
    return !read.isEmpty();
  }
}
