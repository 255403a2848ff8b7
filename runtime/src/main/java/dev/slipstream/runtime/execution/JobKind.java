package dev.slipstream.runtime.execution;

import java.util.Locale;

/**
 * The purpose of a job, which decides what is issued first if there is a choice. Jobs that feed
 * devices and let the program submit more come before jobs that others wait for; memory management
 * comes last.
 */
public enum JobKind {
  /** Moves elements between memories of this node. */
  COPY(0),
  /** Marks that everything up to a point was executed. */
  HORIZON(1),
  /** Marks that everything before was executed; everything after it waits for it. */
  EPOCH(1),
  /** Computes on a device, or combines the parts of a reduction. */
  KERNEL(2),
  /** Runs code of the program on the host. */
  HOST_TASK(2),
  /** Makes a buffer available to the program. */
  FENCE(3),
  /** Sends elements to another node. */
  SEND(4),
  /** Waits for elements from other nodes. */
  RECEIVE(4),
  /** Allocates memory. */
  ALLOCATION(5),
  /** Frees memory. */
  FREE(6);

  /** The number of different ranks. */
  static final int RANKS = 7;

  private final int rank;

  JobKind(int rank) {
    this.rank = rank;
  }

  /**
   * Returns the rank in the order in which jobs are issued.
   *
   * @return 0 for the first kinds to be issued, up to 6; equal for kinds of the same importance
   */
  public int rank() {
    return rank;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
