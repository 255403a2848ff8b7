package dev.slipstream.api;

/** The iterations of a host task that one rank runs. */
public interface Partition {
  /** The first iteration. */
  long from();

  /** The one behind the last iteration. */
  long to();

  /** All iterations of the task. */
  IndexRange iterations();

  /**
   * The elements of an array that the task has declared for this partition: the part that is here.
   *
   * @param array an array that the task declares
   * @return from the first one to the one behind the last one that its accesses say
   * @throws IllegalArgumentException if it is not declared
   */
  IndexRange allocationWindow(Object array);
}
