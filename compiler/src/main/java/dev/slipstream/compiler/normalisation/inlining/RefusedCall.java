package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.discovery.RefusalException;
import java.io.Serial;
import java.util.List;

/** A refusal of a call in a method that a loop calls. */
public final class RefusedCall extends RefusalException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient CalledCode called;
  private final transient List<CalledCode.Place> places;

  RefusedCall(RefusalException refusal, CalledCode called, List<CalledCode.Place> places) {
    super(refusal);
    this.called = called;
    this.places = List.copyOf(places);
  }

  /**
   * Leaves out a part of one of the methods that contains the call, a larger one each time.
   *
   * @return whether there was one more
   */
  public boolean leaveOut() {
    return called.skip(places, this);
  }
}
