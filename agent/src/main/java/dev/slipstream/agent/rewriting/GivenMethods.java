package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.guard.emission.GuardForm;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The methods that classes were given when they were loaded. Where one is retransformed, for
 * another agent, it must get the same again: the JVM lets no method come or go. Thread-safe.
 */
final class GivenMethods {
  private final Map<@Nullable ClassLoader, Map<String, Set<String>>> byLoader = new WeakHashMap<>();

  synchronized void add(@Nullable ClassLoader loader, String className, Set<String> methods) {
    if (!methods.isEmpty()) {
      byLoader.computeIfAbsent(loader, key -> new HashMap<>()).put(className, methods);
    }
  }

  /** How a loaded class is instrumented. */
  synchronized GuardForm of(@Nullable ClassLoader loader, String className) {
    Set<String> methods = byLoader.getOrDefault(loader, Map.of()).getOrDefault(className, Set.of());
    return methods.isEmpty() ? GuardForm.DIRECT : GuardForm.with(methods);
  }
}
