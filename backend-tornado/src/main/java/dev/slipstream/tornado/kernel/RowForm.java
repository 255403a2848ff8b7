package dev.slipstream.tornado.kernel;

/** How a kernel finds the rows of arrays of arrays. */
public enum RowForm {
  /** By arithmetic: all rows of an array have the same length, and all planes the same height. */
  EQUAL,
  /** By tables of the rows' starts. */
  TABLES
}
