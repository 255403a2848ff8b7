package dev.slipstream.agent.rewriting;

import dev.slipstream.runtime.configuration.Log;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Retransforms classes that were loaded before the agent was attached. */
public final class LoadedClasses {
  private final Instrumentation instrumentation;
  private final Log log;

  public LoadedClasses(Instrumentation instrumentation, Log log) {
    this.instrumentation = instrumentation;
    this.log = log;
  }

  /**
   * Retransforms loaded classes with the installed transformers.
   *
   * @param wanted selects the classes
   * @param resisting is told which of them cannot be changed, and why
   * @return whether any selected class can be changed
   */
  public boolean retransform(Predicate<Class<?>> wanted, BiConsumer<Class<?>, String> resisting) {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray() && !type.isPrimitive() && wanted.test(type)) {
        if (instrumentation.isModifiableClass(type)) {
          classes.add(type);
        } else {
          resisting.accept(type, "the JVM does not let it be changed");
        }
      }
    }
    if (classes.isEmpty()) {
      return false;
    }
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError all) {
      // A class that cannot be retransformed must not keep the others from it.
      log.debug(() -> "classes that were loaded before are retransformed one by one", all);
      for (Class<?> type : classes) {
        try {
          instrumentation.retransformClasses(type);
        } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
          resisting.accept(type, e.toString());
        }
      }
    }
    return true;
  }
}
