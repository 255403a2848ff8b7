package dev.slipstream.runtime.execution;

import java.util.Locale;

/**
 * What a job is for, which decides what is issued first when several could be: what feeds devices
 * and lets the program submit more comes before what keeps others waiting, and memory comes last.
 */
public enum JobKind {
  /** Moves elements between memories of this node. */
  COPY(0),
  /** Says that everything up to a point was executed. */
  HORIZON(1),
  /** Says that everything before was executed, and everything after waits for it. */
  EPOCH(1),
  /** Computes on a device, or puts the parts of a reduction together. */
  KERNEL(2),
  /** Runs code of the program on the host. */
  HOST_TASK(2),
  /** Shows the program a buffer. */
  FENCE(3),
  /** Sends elements to another node. */
  SEND(4),
  /** Waits for elements from other nodes. */
  RECEIVE(4),
  /** Takes memory. */
  ALLOCATION(5),
  /** Gives memory back. */
  FREE(6);

  /** How many different places in the order there are. */
  static final int RANKS = 7;

  private final int rank;

  JobKind(int rank) {
    this.rank = rank;
  }

  /**
   * Returns the place in the order in which jobs are issued.
   *
   * @return 0 for what comes first, to 6; equal for kinds of the same importance
   */
  public int rank() {
    return rank;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
