package dev.slipstream.compiler.analysis.bounds;

import org.jspecify.annotations.Nullable;

/** An access of one execution that is compared with many others. */
final class ComparedAccess {
  private final AccessSite site;
  private final TouchedElements elements;
  private @Nullable Boolean meetsItself;

  /**
   * @param elements what it touches; others may touch the same
   */
  ComparedAccess(AccessSite site, TouchedElements elements) {
    this.site = site;
    this.elements = elements;
  }

  AccessSite site() {
    return site;
  }

  TouchedElements elements() {
    return elements;
  }

  /** Whether two iterations meet in it if both reach it in the first turns of the loops around. */
  boolean mayMeetItself(ProvenConflicts conflicts) throws StaysOnHost {
    Boolean known = meetsItself;
    if (known == null) {
      known = conflicts.areFound(() -> conflicts.arePresumed(site, site));
      meetsItself = known;
    }
    return known;
  }
}
