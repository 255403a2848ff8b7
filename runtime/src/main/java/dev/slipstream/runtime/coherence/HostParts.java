package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * The elements, or rows, of a buffer that the host has accessed one by one since a loop last used
 * it. A program that sets the border of a field in each time step needs no other elements copied. A
 * program that goes through all elements gets all of them with the third access, and for some loops
 * after that with the first. Guarded by the lock of {@link Coherence}.
 */
final class HostParts {
  /** The most parts that are copied one by one: the first row and the last one, for example. */
  private static final int MOST_PARTS = 2;

  /**
   * After so many announced writes the host gets the whole buffer, so that it need not announce any
   * more.
   */
  private static final int MOST_WRITES = 32;

  /** How many loops must use the buffer before single parts are tried again. */
  private static final int LOOPS_AS_WHOLE = 16;

  private final Region whole;
  private Region home = Region.EMPTY;
  private Region alone = Region.EMPTY;
  private int parts;
  private int writes;
  private int loopsAsWhole;

  HostParts(Box domain) {
    whole = Region.of(domain);
  }

  /** All elements, or rows. */
  Region whole() {
    return whole;
  }

  private boolean isWhole(Region part) {
    return part.equals(whole);
  }

  /**
   * Whether all of a part is known to be fresh on the host, from the single parts that were copied.
   */
  boolean areHome(Region part) {
    return home.contains(part);
  }

  /**
   * Whether devices are known to hold nothing valid of a part, from the single parts that were
   * written.
   */
  boolean areAlone(Region part) {
    return alone.contains(part) && ++writes < MOST_WRITES;
  }

  /**
   * Whether devices hold nothing valid of some part, so that the host writes there without notice.
   */
  boolean areAnyAlone() {
    return !alone.isEmpty();
  }

  /** Whether devices hold nothing valid of any part. */
  boolean areAllAlone() {
    return alone.contains(whole);
  }

  /** The elements to copy for an access to a part. */
  Region wanted(Region part) {
    if (!isWhole(part) && loopsAsWhole == 0) {
      if (writes < MOST_WRITES && parts++ < MOST_PARTS) {
        return part;
      }
      loopsAsWhole = LOOPS_AS_WHOLE;
    }
    return whole;
  }

  /** The elements that may be stale on the host, from what is known of single parts. */
  Region away() {
    return whole.difference(home);
  }

  void areFreshNow(Region part) {
    home = home.union(part);
  }

  void areAloneNow(Region part) {
    areFreshNow(part);
    alone = alone.union(part);
  }

  /** Makes the host announce its writes again. */
  void areNoneAlone() {
    alone = Region.EMPTY;
  }

  /** A loop uses the buffer. */
  void used(boolean isWritten) {
    alone = Region.EMPTY;
    home = isWritten ? Region.EMPTY : home;
    parts = 0;
    writes = 0;
    loopsAsWhole = Math.max(0, loopsAsWhole - 1);
  }
}
