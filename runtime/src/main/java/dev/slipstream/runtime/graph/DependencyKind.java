package dev.slipstream.runtime.graph;

/** Why one vertex must wait for another, from the weakest to the strongest reason. */
public enum DependencyKind {
  /** It overwrites what the other wrote and nobody read since. */
  OUTPUT,
  /** It overwrites what the other reads. */
  ANTI,
  /** It needs what the other does. */
  TRUE
}
