package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.command.RowSplitter;
import dev.slipstream.runtime.graph.command.Splitter;
import dev.slipstream.runtime.graph.command.TileSplitter;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What decides how the commands of a node become instructions.
 *
 * @param nodes the number of nodes, at least 1
 * @param topology the devices of this node
 * @param rows divides chunks among devices along axis 0
 * @param tiles divides chunks among devices along axes 0 and 1
 * @param scheduling chooses the device of a chunk that is not divided
 * @param contiguity what must be in one allocation
 * @param lookahead whether allocations wait for what comes after
 * @param elementBytes the size of an element of a buffer in bytes, at least 1; the mean size where
 *     they differ
 * @param unequal whether the elements of a buffer differ in size: a part of it takes another share
 *     of its bytes than of its elements
 * @param leastDivided how many bytes a buffer has at least of which {@link Contiguity#CHUNK}
 *     allocates parts
 */
public record InstructionOptions(
    int nodes,
    NodeTopology topology,
    Splitter rows,
    Splitter tiles,
    SchedulingPolicy scheduling,
    Contiguity contiguity,
    Lookahead lookahead,
    ToLongFunction<Buffer> elementBytes,
    Predicate<Buffer> unequal,
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

  /** Whether allocations wait for what comes after. */
  public enum Lookahead {
    /** Everything is allocated for what is known when it is needed. */
    OFF,
    /**
     * Commands that would allocate are held, with all after them, until two horizons brought no new
     * needs, or a fence or an epoch came, or 64 horizons are held; then everything is allocated for
     * all of them.
     */
    TWO_HORIZONS
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
   * Creates options for buffers whose elements are of one size each.
   *
   * @param nodes the number of nodes, at least 1
   * @param topology the devices of this node
   * @param rows divides chunks among devices along axis 0
   * @param tiles divides chunks among devices along axes 0 and 1
   * @param scheduling chooses the device of a chunk that is not divided
   * @param contiguity what must be in one allocation
   * @param lookahead whether allocations wait for what comes after
   * @param elementBytes the size of an element of a buffer in bytes, at least 1
   */
  public InstructionOptions(
      int nodes,
      NodeTopology topology,
      Splitter rows,
      Splitter tiles,
      SchedulingPolicy scheduling,
      Contiguity contiguity,
      Lookahead lookahead,
      ToLongFunction<Buffer> elementBytes) {
    this(
        nodes,
        topology,
        rows,
        tiles,
        scheduling,
        contiguity,
        lookahead,
        elementBytes,
        buffer -> false,
        0);
  }

  /**
   * Returns the usual options: chunks of almost equal sizes, one allocation for each access, and
   * lookahead.
   *
   * @param nodes the number of nodes
   * @param topology the devices of this node
   * @param elementBytes the size of an element of a buffer in bytes
   * @return the options
   */
  public static InstructionOptions of(
      int nodes, NodeTopology topology, ToLongFunction<Buffer> elementBytes) {
    return new InstructionOptions(
        nodes,
        topology,
        new RowSplitter(),
        new TileSplitter(),
        SchedulingPolicy.FIRST_DEVICE,
        Contiguity.ACCESS,
        Lookahead.TWO_HORIZONS,
        elementBytes);
  }

  /**
   * Returns these options with another lookahead.
   *
   * @param wanted whether allocations wait for what comes after
   * @return the changed options
   */
  public InstructionOptions with(Lookahead wanted) {
    return changed(contiguity, wanted, elementBytes, unequal, leastDivided);
  }

  /**
   * Returns these options with other contiguity.
   *
   * @param wanted what must be in one allocation
   * @return the changed options
   */
  public InstructionOptions with(Contiguity wanted) {
    return changed(wanted, lookahead, elementBytes, unequal, leastDivided);
  }

  /**
   * Returns these options with other sizes of elements.
   *
   * @param wanted the size of an element of a buffer in bytes
   * @param differ whether the elements of a buffer differ in size
   * @return the changed options
   */
  public InstructionOptions with(ToLongFunction<Buffer> wanted, Predicate<Buffer> differ) {
    return changed(contiguity, lookahead, wanted, differ, leastDivided);
  }

  /**
   * Returns these options with another least size.
   *
   * @param bytes how many bytes a buffer has at least of which parts are allocated
   * @return the changed options
   */
  public InstructionOptions withLeastDivided(long bytes) {
    return changed(contiguity, lookahead, elementBytes, unequal, bytes);
  }

  /**
   * Returns these options with chunks divided otherwise along axis 0.
   *
   * @param wanted divides them
   * @return the changed options
   */
  public InstructionOptions with(Splitter wanted) {
    return new InstructionOptions(
        nodes,
        topology,
        wanted,
        tiles,
        scheduling,
        contiguity,
        lookahead,
        elementBytes,
        unequal,
        leastDivided);
  }

  /**
   * Returns these options with another choice of devices.
   *
   * @param wanted chooses the device of a chunk that is not divided
   * @return the changed options
   */
  public InstructionOptions with(SchedulingPolicy wanted) {
    return new InstructionOptions(
        nodes,
        topology,
        rows,
        tiles,
        wanted,
        contiguity,
        lookahead,
        elementBytes,
        unequal,
        leastDivided);
  }

  private InstructionOptions changed(
      Contiguity newContiguity,
      Lookahead newLookahead,
      ToLongFunction<Buffer> newElementBytes,
      Predicate<Buffer> newUnequal,
      long newLeastDivided) {
    return new InstructionOptions(
        nodes,
        topology,
        rows,
        tiles,
        scheduling,
        newContiguity,
        newLookahead,
        newElementBytes,
        newUnequal,
        newLeastDivided);
  }
}
