package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.guard.emission.GuardForm;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the methods that were added to classes when they were loaded. A class that is
 * retransformed for another agent must get the same methods again, because the JVM lets no method
 * be added or removed. Thread-safe.
 */
final class GivenMethods {
  private final Map<@Nullable ClassLoader, Map<String, Set<String>>> byLoader = new WeakHashMap<>();

  synchronized void add(@Nullable ClassLoader loader, String className, Set<String> methods) {
    if (!methods.isEmpty()) {
      byLoader.computeIfAbsent(loader, key -> new HashMap<>()).put(className, methods);
    }
  }

  /** Returns how a loaded class is instrumented. */
  synchronized GuardForm of(@Nullable ClassLoader loader, String className) {
    Set<String> methods = byLoader.getOrDefault(loader, Map.of()).getOrDefault(className, Set.of());
    return methods.isEmpty() ? GuardForm.DIRECT : GuardForm.with(methods);
  }
}
