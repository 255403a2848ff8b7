package dev.slipstream.agent.rewriting;

import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.runtime.configuration.Log;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/** Puts guards into classes that were loaded before the agent was attached. */
public final class LoadedClassGuards {
  /** The JDK's classes for lambdas only call methods, and hold what those are called with. */
  private static final String LAMBDA = "$$Lambda";

  private final Instrumentation instrumentation;
  private final GuardScope scope;
  private final GuardTransformer transformer;
  private final ArrayGuard guard;
  private final Log log;

  /**
   * @param transformer is installed
   * @param guard is told what cannot be guarded
   */
  public LoadedClassGuards(
      Instrumentation instrumentation,
      GuardScope scope,
      GuardTransformer transformer,
      ArrayGuard guard,
      Log log) {
    this.instrumentation = instrumentation;
    this.scope = scope;
    this.transformer = transformer;
    this.guard = guard;
    this.log = log;
  }

  /** Sends them all through the transformer. */
  public void insert() {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray() && !type.isPrimitive() && isInScope(type)) {
        if (instrumentation.isModifiableClass(type)) {
          classes.add(type);
        } else if (!(type.isHidden() && type.getName().contains(LAMBDA))) {
          cannotBeChanged(type, "the JVM does not let it be changed");
        }
      }
    }
    if (!classes.isEmpty()) {
      retransform(classes);
      new LiveFrames(transformer, guard).report();
    }
  }

  private boolean isInScope(Class<?> type) {
    return scope.includes(
        type.getModule(), type.getClassLoader(), type.getName().replace('.', '/'));
  }

  private void retransform(List<Class<?>> classes) {
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError all) {
      log.debug(() -> "classes that were loaded before are retransformed one by one", all);
      for (Class<?> type : classes) {
        try {
          instrumentation.retransformClasses(type);
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
          cannotBeChanged(type, e.toString());
        }
      }
    }
  }

  private void cannotBeChanged(Class<?> type, String reason) {
    guard.unguarded(
        type.getName() + " was loaded before the agent and cannot be given guards: " + reason);
  }
}
