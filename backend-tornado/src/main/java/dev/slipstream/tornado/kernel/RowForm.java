package dev.slipstream.tornado.kernel;

/** How a kernel finds the rows of arrays of arrays. */
public enum RowForm {
  /** By arithmetic: all rows of an array are as long, and all its planes as high. */
  EQUAL,
  /** By tables that say where they start. */
  TABLES
}
