package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.Splitter;

/**
 * The options that decide how the commands of a node become instructions.
 *
 * @param nodes the number of nodes, at least 1
 * @param topology the devices of this node
 * @param splitter divides chunks among devices
 * @param scheduling chooses the device of a chunk that is not divided
 * @param contiguity what must be in one allocation
 * @param lookahead whether commands that would allocate are held back, with all after them, until
 *     their needs are known. This ends when two horizons brought no new needs, at a fence or an
 *     epoch, or when 64 horizons are held back; then everything is allocated for all of them.
 *     Without lookahead, memory is allocated when it is needed, for what is known by then
 * @param leastDivided from how many bytes on {@link Contiguity#CHUNK} allocates parts of a buffer
 */
public record InstructionOptions(
    int nodes,
    NodeTopology topology,
    Splitter splitter,
    SchedulingPolicy scheduling,
    Contiguity contiguity,
    boolean lookahead,
    long leastDivided) {
  /**
   * The elements that must be in one allocation, so that a kernel can address all of them from one
   * base address.
   */
  public enum Contiguity {
    /** The elements of one access of a task for one chunk. */
    ACCESS,
    /** The elements of all accesses of a task to one buffer for one chunk. */
    BUFFER,
    /** The whole of each buffer that is accessed, so that no later access needs more. */
    WHOLE,
    /**
     * As {@link #BUFFER}, for a loop that devices share. Buffers are allocated as a whole if a loop
     * on one device accesses them, if they are small, or if their elements differ in size.
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
   * Returns the default options: chunks of almost equal sizes, one allocation for each access, and
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

  /** Returns these options without lookahead. */
  public InstructionOptions withoutLookahead() {
    return new InstructionOptions(
        nodes, topology, splitter, scheduling, contiguity, false, leastDivided);
  }

  /** Returns these options with another contiguity. */
  public InstructionOptions with(Contiguity wanted) {
    return new InstructionOptions(
        nodes, topology, splitter, scheduling, wanted, lookahead, leastDivided);
  }

  /** Returns these options with another least size of divided buffers. */
  public InstructionOptions withLeastDivided(long bytes) {
    return new InstructionOptions(
        nodes, topology, splitter, scheduling, contiguity, lookahead, bytes);
  }

  /** Returns these options with another splitter. */
  public InstructionOptions with(Splitter wanted) {
    return new InstructionOptions(
        nodes, topology, wanted, scheduling, contiguity, lookahead, leastDivided);
  }

  /** Returns these options with another choice of devices. */
  public InstructionOptions with(SchedulingPolicy wanted) {
    return new InstructionOptions(
        nodes, topology, splitter, wanted, contiguity, lookahead, leastDivided);
  }
}
