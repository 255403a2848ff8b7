package dev.slipstream.model.mapper;

/** How the iterations of a task may be divided among nodes. */
public enum Splitting {
  /** Not at all: one node runs the task. */
  WHOLE,
  /** Along axis 0. */
  ROWS,
  /** Along axes 0 and 1. */
  TILES
}
