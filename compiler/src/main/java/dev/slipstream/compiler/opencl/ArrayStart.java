package dev.slipstream.compiler.opencl;

/** With which element of an array the memory begins that a translated kernel gets for it. */
public enum ArrayStart {
  /** With the first one. */
  FIRST_ELEMENT,
  /**
   * With any: after its length, each array has an argument {@code long p_before}, the number of
   * bytes that its elements before the first one in memory would take. The kernel touches only what
   * is in memory. An address in front of it is computed as a number, so that nothing is undefined.
   */
  ANY_ELEMENT
}
