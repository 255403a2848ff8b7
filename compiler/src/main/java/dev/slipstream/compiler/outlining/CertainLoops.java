package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.Collection;

/** Tells which inner loops each iteration reaches. Those under conditions may seldom run. */
record CertainLoops(NestStructure nest) {

  /** Whether each iteration, of the nest and of the loops between, reaches all around a block. */
  boolean areAround(Block block) {
    Collection<Block> ends = nest.ends();
    for (NaturalLoop loop : nest.loopsAround(block)) {
      if (!nest.dominatesAll(loop.header(), ends)) {
        return false;
      }
      ends = NestStructure.ends(loop);
    }
    return true;
  }
}
