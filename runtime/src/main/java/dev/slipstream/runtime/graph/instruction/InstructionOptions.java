package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.Splitter;

/**
 * What decides how the commands of a node become instructions.
 *
 * @param nodes the number of nodes, at least 1
 * @param topology the devices of this node
 * @param splitter divides chunks among devices
 * @param scheduling chooses the device of a chunk that is not divided
 * @param contiguity what must be in one allocation
 * @param lookahead whether commands that would allocate are held, with all after them, until two
 *     horizons brought no new needs, or a fence or an epoch came, or 64 horizons are held; then
 *     everything is allocated for all of them. If not, everything is allocated for what is known
 *     when it is needed
 * @param leastDivided how many bytes a buffer has at least of which {@link Contiguity#CHUNK}
 *     allocates parts
 */
public record InstructionOptions(
    int nodes,
    NodeTopology topology,
    Splitter splitter,
    SchedulingPolicy scheduling,
    Contiguity contiguity,
    boolean lookahead,
    long leastDivided) {
  /** What must be in one allocation, so that a kernel reaches it from one address. */
  public enum Contiguity {
    /** What one access of a task names for one chunk. */
    ACCESS,
    /** What all accesses of a task to one buffer name for one chunk. */
    BUFFER,
    /** All of a buffer that is accessed, so that no later access needs more. */
    WHOLE,
    /**
     * The same as {@link #BUFFER} for a loop that devices share. What a loop accesses that one
     * device runs, what is small, and what has elements of different sizes is there as a whole.
     */
    CHUNK
  }

  /**
   * Checks the number of nodes.
   *
   * @throws IllegalArgumentException if there is no node
   */
  public InstructionOptions {
    if (nodes < 1) {
      throw new IllegalArgumentException("there is at least 1 node, not " + nodes);
    }
  }

  /**
   * Returns the usual options: chunks of almost equal sizes, one allocation for each access, and
   * lookahead.
   *
   * @param nodes the number of nodes
   * @param topology the devices of this node
   * @return the options
   */
  public static InstructionOptions of(int nodes, NodeTopology topology) {
    return new InstructionOptions(
        nodes,
        topology,
        new EvenSplitter(),
        SchedulingPolicy.FIRST_DEVICE,
        Contiguity.ACCESS,
        /* lookahead= */ true,
        0);
  }

  /** These options with everything allocated for what is known when it is needed. */
  public InstructionOptions withoutLookahead() {
    return new InstructionOptions(
        nodes, topology, splitter, scheduling, contiguity, false, leastDivided);
  }

  /** These options with other contiguity. */
  public InstructionOptions with(Contiguity wanted) {
    return new InstructionOptions(
        nodes, topology, splitter, scheduling, wanted, lookahead, leastDivided);
  }

  /** These options with another least size of what parts are allocated. */
  public InstructionOptions withLeastDivided(long bytes) {
    return new InstructionOptions(
        nodes, topology, splitter, scheduling, contiguity, lookahead, bytes);
  }

  /** These options with chunks divided otherwise. */
  public InstructionOptions with(Splitter wanted) {
    return new InstructionOptions(
        nodes, topology, wanted, scheduling, contiguity, lookahead, leastDivided);
  }

  /** These options with another choice of devices. */
  public InstructionOptions with(SchedulingPolicy wanted) {
    return new InstructionOptions(
        nodes, topology, splitter, wanted, contiguity, lookahead, leastDivided);
  }
}
