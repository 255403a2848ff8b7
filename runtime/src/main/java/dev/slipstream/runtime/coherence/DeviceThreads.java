package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The threads that work for devices: Slipstream's own, and those that a device's library keeps.
 * Whoever waits for a device waits for them; they wait for nobody, and what they use is no array of
 * the program. Thread-safe.
 */
final class DeviceThreads {
  private final List<String> prefixes = new CopyOnWriteArrayList<>();

  /** A device keeps threads whose names begin with one of these. */
  void add(List<String> names) {
    prefixes.addAll(names);
  }

  /** Whether a thread is one of them. */
  boolean include(Thread thread) {
    if (RuntimeThreads.made(thread)) {
      return true;
    }
    String name = thread.getName();
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
