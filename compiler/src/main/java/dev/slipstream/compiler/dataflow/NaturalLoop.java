package dev.slipstream.compiler.dataflow;

import java.util.Set;

/**
 * A natural loop: the blocks from which a back edge to the header can be reached without leaving
 * through the header.
 *
 * @param header the block that every iteration starts with
 * @param blocks all blocks of the loop, including the header
 */
public record NaturalLoop(Block header, Set<Block> blocks) {

  /** Copies the set. */
  public NaturalLoop {
    blocks = Set.copyOf(blocks);
  }

  /** Whether another loop is strictly inside this one. */
  public boolean encloses(NaturalLoop other) {
    return other.header != header && blocks.contains(other.header);
  }

  /** Whether a block is one of this loop. */
  public boolean contains(Block block) {
    return blocks.contains(block);
  }
}
