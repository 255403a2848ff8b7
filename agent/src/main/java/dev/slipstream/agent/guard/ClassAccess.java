package dev.slipstream.agent.guard;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.util.Optional;

/** How the classes that a class loader sees are reached. Thread-safe. */
public interface ClassAccess {
  /**
   * Finds class files as a loader does, without loading classes. May run code of the loader.
   *
   * @param loader the loader
   */
  ClassLibrary library(ClassLoader loader);

  /**
   * Lets the classes of a module and a loader call the boot classes.
   *
   * @param module the classes' module
   * @param loader the classes' loader
   * @return because of what they cannot, or empty if they can
   */
  Optional<String> grant(Module module, ClassLoader loader);
}
