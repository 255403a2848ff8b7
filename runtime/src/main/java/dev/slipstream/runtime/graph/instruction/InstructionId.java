package dev.slipstream.runtime.graph.instruction;

/**
 * Names an instruction by its place among the instructions of its node.
 *
 * @param number 0 for the first epoch
 */
public record InstructionId(long number) {
  @Override
  public String toString() {
    return "I" + number;
  }
}
