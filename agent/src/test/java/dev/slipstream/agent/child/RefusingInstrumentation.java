package dev.slipstream.agent.child;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An {@code Instrumentation} that refuses all calls but those that a test allows, and records them.
 */
public final class RefusingInstrumentation {
  private final List<String> calls = new ArrayList<>();
  private final Set<String> allowed;

  /**
   * @param allowed the names of the methods that do nothing; all others throw
   */
  public RefusingInstrumentation(String... allowed) {
    this.allowed = Set.of(allowed);
  }

  /** Returns the names of the methods that were called. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** Returns the object for the code under test. */
  public Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            RefusingInstrumentation.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              if (!allowed.contains(method.getName())) {
                throw new UnsupportedOperationException(method.getName());
              }
              return null;
            });
  }
}
