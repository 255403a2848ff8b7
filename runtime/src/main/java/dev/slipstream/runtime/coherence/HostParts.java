package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;

/**
 * Which elements, or rows, of a buffer the host has looked at one by one since a loop used it last.
 * A program that sets the border of a field in each step of time needs nothing else copied; one
 * that goes through all elements gets them all with the third look, for a while without trying.
 * Guarded by the lock of {@link Coherence}.
 */
final class HostParts {
  /** So many parts are copied one by one: the first row and the last one, say. */
  private static final int MOST_PARTS = 2;

  /** Host code that says so often that it writes is better off if it need not any more. */
  private static final int MOST_WRITES = 32;

  /** So many loops use the buffer before single parts are tried again. */
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

  boolean isWhole(Region part) {
    return part.equals(whole);
  }

  /** Whether all of a part is in the host's array, as far as single parts tell. */
  boolean areHome(Region part) {
    return home.contains(part);
  }

  /** Whether devices hold nothing of a part that counts, as far as single parts tell. */
  boolean areAlone(Region part) {
    return alone.contains(part) && ++writes < MOST_WRITES;
  }

  /** Whether the host has a part for itself, and says nothing more when it writes there. */
  boolean areAnyAlone() {
    return !alone.isEmpty();
  }

  /** What to copy for somebody who looks at a part. */
  Region wanted(Region part) {
    if (!isWhole(part) && loopsAsWhole == 0) {
      if (writes < MOST_WRITES && parts++ < MOST_PARTS) {
        return part;
      }
      loopsAsWhole = LOOPS_AS_WHOLE;
    }
    return whole;
  }

  /** What may not be in the host's array, as far as single parts tell. */
  Region away() {
    return whole.difference(home);
  }

  void areHomeNow(Region part) {
    home = home.union(part);
  }

  void areAloneNow(Region part) {
    areHomeNow(part);
    alone = alone.union(part);
  }

  /** From now on the host has to say again what it writes. */
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
