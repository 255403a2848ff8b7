package dev.slipstream.compiler.opencl;

/** The element of an array with which the memory begins that is passed to a translated kernel. */
public enum ArrayStart {
  /** The first element. */
  FIRST_ELEMENT,
  /**
   * Any element. Each array has an argument {@code long p_before} after its length: the number of
   * bytes of the elements before the first one in memory. The kernel accesses only elements that
   * are in memory. An address before the memory is computed as a number, which avoids undefined
   * behaviour.
   */
  ANY_ELEMENT
}
