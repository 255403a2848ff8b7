package dev.slipstream.compiler.dataflow;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The blocks of which every way ends in a {@code throw}: those that make an exception, its message
 * and all. Kernels do not run them. A device that comes to one gives up, and the program's own loop
 * runs instead.
 */
public final class ThrowingBlocks {
  private ThrowingBlocks() {}

  /** Finds them; the least set, so that endless loops are not in it. */
  public static Set<Block> of(ControlFlow flow) {
    Set<Block> throwing = new HashSet<>();
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Block block : flow.blocks()) {
        boolean ends =
            flow.lastInstruction(block).getOpcode() == Opcodes.ATHROW
                || (!block.successors().isEmpty() && throwing.containsAll(block.successors()));
        if (ends && !throwing.contains(block)) {
          grown |= throwing.add(block);
        }
      }
    }
    return throwing;
  }
}
