package dev.slipstream.runtime.graph;

/** Who has what a buffer holds before the first task writes it. */
public enum InitialContents {
  /** Nobody wrote it: all zero, which is the same everywhere and need not be sent. */
  UNWRITTEN,
  /** The host filled it, in the same way on every node: each runs the whole program. */
  ON_EVERY_NODE,
  /** The host of node 0 filled it: the others are executors that do not run the program. */
  ON_FIRST_NODE
}
