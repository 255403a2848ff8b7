package dev.slipstream.agent.loading;

import dev.slipstream.boot.LoopDispatch;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes sure that a class of the program can call the boot classes. Thread-safe. */
public final class BootAccess {
  private final Instrumentation instrumentation;

  public BootAccess(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * Lets the classes of a module and a loader call the boot classes.
   *
   * @return the reason why they cannot; empty if they can
   */
  public Optional<String> grant(Module module, ClassLoader loader) {
    if (!seesBootClasses(loader)) {
      return Optional.of(
          "the class loader " + describe(loader) + " hides the agent's boot classes");
    }
    Module boot = LoopDispatch.class.getModule();
    if (module.isNamed() && !module.canRead(boot)) {
      if (!instrumentation.isModifiableModule(module)) {
        return Optional.of("the module " + module.getName() + " cannot be given a read edge");
      }
      instrumentation.redefineModule(module, Set.of(boot), Map.of(), Map.of(), Set.of(), Map.of());
    }
    return Optional.empty();
  }

  private static boolean seesBootClasses(ClassLoader loader) {
    try {
      return Class.forName(LoopDispatch.class.getName(), false, loader) == LoopDispatch.class;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Does not call the loader's toString, which is code of the program. */
  private static String describe(ClassLoader loader) {
    String name = loader.getName();
    return name == null ? loader.getClass().getName() : "'" + name + "'";
  }
}
