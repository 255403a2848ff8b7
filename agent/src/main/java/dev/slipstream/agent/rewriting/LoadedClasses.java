package dev.slipstream.agent.rewriting;

import dev.slipstream.agent.loading.LoaderLibraries;
import dev.slipstream.runtime.configuration.Log;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/** Classes that were loaded before the agent was attached. */
public final class LoadedClasses {
  private final Instrumentation instrumentation;
  private final LoopScope scope;
  private final LoopTransformer transformer;
  private final Log log;
  private final LoaderLibraries libraries;

  public LoadedClasses(
      Instrumentation instrumentation,
      LoopScope scope,
      LoopTransformer transformer,
      LoaderLibraries libraries,
      Log log) {
    this.instrumentation = instrumentation;
    this.scope = scope;
    this.transformer = transformer;
    this.libraries = libraries;
    this.log = log;
  }

  /** Sends those that may hold marked loops through the transformer, which must be installed. */
  public void retransform() {
    for (Class<?> type : candidates()) {
      log.debug(() -> type.getName() + " was loaded before and is looked at again");
      try {
        instrumentation.retransformClasses(type);
      } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
        // One class at a time: a class that resists must not keep the others from it.
        log.debug(() -> type.getName() + " was loaded before and cannot be changed", e);
      }
    }
  }

  private List<Class<?>> candidates() {
    List<Class<?>> candidates = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      ClassLoader loader = type.getClassLoader();
      String internalName = type.getName().replace('.', '/');
      if (loader != null
          && !type.isArray()
          && scope.includes(loader, internalName)
          && instrumentation.isModifiableClass(type)
          && mayHoldLoops(loader, type.getName(), internalName)) {
        candidates.add(type);
      }
    }
    return candidates;
  }

  private boolean mayHoldLoops(ClassLoader loader, String className, String internalName) {
    try {
      // Where the file cannot be found the JVM still has it, and the transformer looks at that.
      return libraries
          .apply(loader)
          .find(internalName)
          .map(file -> transformer.mayHoldLoops(internalName, file))
          .orElse(true);
    } catch (RuntimeException e) {
      log.debug(() -> className + " was loaded before and its class file cannot be read", e);
      return true;
    }
  }
}
