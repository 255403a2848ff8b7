package dev.slipstream.runtime.graph;

/** Which nodes have the elements of a buffer before the first task writes them. */
public enum InitialContents {
  /** No code has written it: all elements are zero, on every node, and need not be sent. */
  UNWRITTEN,
  /** The host filled it in the same way on every node, since each runs the whole program. */
  ON_EVERY_NODE,
  /** The host of node 0 filled it, since the other nodes do not run the program. */
  ON_FIRST_NODE
}
