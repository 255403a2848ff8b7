package dev.slipstream.agent.coherence;

import org.jspecify.annotations.Nullable;

/** Takes the calls of guards. */
public interface GuardSink {
  /**
   * A guard was reached.
   *
   * @param kind the name of the dispatcher's method
   * @param array what it was given, if anything
   * @param mode of an array that is handed out; otherwise 0
   */
  void call(String kind, @Nullable Object array, int mode);
}
