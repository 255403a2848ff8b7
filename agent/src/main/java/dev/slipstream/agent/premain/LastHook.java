package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.JdkInternals;
import java.lang.instrument.Instrumentation;
import java.util.Optional;

/**
 * Runs an action when the JVM ends, after all shutdown hooks of the program: those may still use
 * arrays whose elements are on devices. The JDK has slots for its own hooks, which run in sequence;
 * the program's hooks all run in the second slot. The slots are the same in JDK 17 to 25 ({@code
 * java.lang.Shutdown}).
 */
final class LastHook {
  /** The last of the ten slots; the JDK uses the first three. */
  private static final int PLACE = 9;

  private LastHook() {}

  /**
   * Registers the action.
   *
   * @return false if the action could not be registered
   */
  static boolean register(Instrumentation instrumentation, Runnable action) {
    Optional<JdkInternals> internals = JdkInternals.open(instrumentation);
    if (internals.isEmpty()) {
      return false;
    }
    try {
      internals.get().runLast(PLACE, action);
      return true;
    } catch (RuntimeException | LinkageError taken) {
      // Another agent uses the slot, the JVM is ending already, or the JDK's slots are different.
      return false;
    }
  }
}
