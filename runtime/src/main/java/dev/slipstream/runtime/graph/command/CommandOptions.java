package dev.slipstream.runtime.graph.command;

/**
 * The options that decide how tasks are divided; the same on all nodes.
 *
 * @param nodes the number of nodes, at least 1
 * @param chunksPerNode how many chunks of a task one node gets, at least 1
 * @param splitter divides iterations into chunks
 * @param leastRelayed from how many bytes on other nodes pass on the elements of one node, if at
 *     least three of them need the same; {@link Long#MAX_VALUE} for never
 */
public record CommandOptions(int nodes, int chunksPerNode, Splitter splitter, long leastRelayed) {
  /**
   * Below this size the time of an additional message matters more than which node sends the bytes.
   */
  public static final long USUAL_LEAST_RELAYED = 1 << 20;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no node or no chunk
   */
  public CommandOptions {
    if (nodes < 1 || chunksPerNode < 1) {
      throw new IllegalArgumentException(
          "there is at least 1 node with 1 chunk, not " + nodes + " with " + chunksPerNode);
    }
  }

  /** Creates options under which only large regions are passed on. */
  public CommandOptions(int nodes, int chunksPerNode, Splitter splitter) {
    this(nodes, chunksPerNode, splitter, USUAL_LEAST_RELAYED);
  }

  /**
   * Returns the default options: one chunk for each node, of almost equal sizes.
   *
   * @param nodes the number of nodes
   * @return the options
   */
  public static CommandOptions of(int nodes) {
    return new CommandOptions(nodes, 1, new EvenSplitter());
  }
}
