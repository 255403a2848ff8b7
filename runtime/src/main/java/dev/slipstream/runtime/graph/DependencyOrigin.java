package dev.slipstream.runtime.graph;

/** How a dependency was found; for readers of graphs only. */
public enum DependencyOrigin {
  /** Both use the same elements of a buffer. */
  DATA,
  /** A horizon or an epoch waits for everything before it. */
  EXECUTION_FRONT,
  /** Nothing may run before the epoch that it follows. */
  LAST_EPOCH
}
