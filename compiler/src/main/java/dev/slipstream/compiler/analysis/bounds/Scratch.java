package dev.slipstream.compiler.analysis.bounds;

import java.util.List;

/**
 * An array, declared outside a parallel loop, of which each iteration writes the same elements
 * whatever the loop variables are. If an iteration also reads nothing but what it has written, each
 * can work on an array of its own.
 *
 * @param parameter the index among the kernel's parameters
 * @param covers the writes that every iteration does, at the same indices each time
 * @param reads what is known of each read
 */
public record Scratch(int parameter, List<AccessSite> covers, List<Read> reads) {

  /** Copies the lists. */
  public Scratch {
    covers = List.copyOf(covers);
    reads = List.copyOf(reads);
  }

  /**
   * A write that is complete at some place.
   *
   * @param site the write
   * @param own the loops around it that do not stand around that place as well
   */
  public record Cover(AccessSite site, List<CountedLoop> own) {

    /** Copies the list. */
    public Cover {
      own = List.copyOf(own);
    }
  }

  /**
   * One instruction that reads an element.
   *
   * @param site the read
   * @param repeats whether the same element was certainly written before in the same iteration
   * @param after the covers that are complete before it
   * @param among the covers in whose innermost loop it stands, so that it may read what an earlier
   *     turn of that loop has written
   */
  public record Read(AccessSite site, boolean repeats, List<Cover> after, List<AccessSite> among) {

    /** Copies the lists. */
    public Read {
      after = List.copyOf(after);
      among = List.copyOf(among);
    }

    /** Whether it may read what another iteration has written, whatever the numbers are. */
    boolean isCarried() {
      return !repeats && after.isEmpty() && among.isEmpty();
    }
  }

  /** Whether iterations can have arrays of their own, if the numbers of an execution allow it. */
  public boolean isPrivate() {
    for (Read read : reads) {
      if (read.isCarried()) {
        return false;
      }
    }
    return true;
  }
}
