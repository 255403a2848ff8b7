package dev.slipstream.runtime.graph;

/** Why one vertex must wait for another, from the weakest to the strongest reason. */
public enum DependencyKind {
  /** It overwrites elements that the other wrote and that nothing has read since. */
  OUTPUT,
  /** It overwrites elements that the other reads. */
  ANTI,
  /** It needs the other's result. */
  TRUE
}
