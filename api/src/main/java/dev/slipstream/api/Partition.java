package dev.slipstream.api;

/** The iterations of a host task that one rank runs. */
public interface Partition {
  /** The first iteration. */
  long from();

  /** The index behind the last iteration. */
  long to();

  /** All iterations of the task. */
  IndexRange iterations();

  /**
   * The elements of an array that the task has declared for this partition, and that are present on
   * this rank.
   *
   * @param array an array that the task declares
   * @return from the first to behind the last element that its accesses declare
   * @throws IllegalArgumentException if it is not declared
   */
  IndexRange allocationWindow(Object array);
}
