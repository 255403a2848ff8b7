package dev.slipstream.runtime.graph.command;

/**
 * What decides how tasks are divided; the same on all nodes.
 *
 * @param nodes the number of nodes, at least 1
 * @param chunksPerNode how many chunks of a task one node gets, at least 1
 * @param splitter divides iterations into chunks
 */
public record CommandOptions(int nodes, int chunksPerNode, Splitter splitter) {
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

  /**
   * Returns the usual options: one chunk for each node, of almost equal sizes.
   *
   * @param nodes the number of nodes
   * @return the options
   */
  public static CommandOptions of(int nodes) {
    return new CommandOptions(nodes, 1, new EvenSplitter());
  }
}
