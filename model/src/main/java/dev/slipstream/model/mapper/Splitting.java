package dev.slipstream.model.mapper;

/** The ways to divide the iterations of a task among nodes. */
public enum Splitting {
  /** Not at all: one node runs the task. */
  WHOLE,
  /** Along axis 0. */
  ROWS,
  /** Along axes 0 and 1. */
  TILES
}
