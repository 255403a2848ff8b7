package dev.slipstream.runtime.device;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Surrounds calls of drivers that change parts of the virtual machine, such as its signal handlers,
 * and restores these. Calls may be nested, and on several threads. Found through {@link
 * ServiceLoader}; an implementation has a public constructor without parameters, and is
 * thread-safe.
 */
public interface DriverCalls {
  /** An implementation that does nothing. */
  DriverCalls UNWATCHED =
      new DriverCalls() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
      };

  /** Called before a driver is called for the first time, or compiles; {@link #end} must follow. */
  void begin();

  /** Called after it has returned. */
  void end();

  /** Returns the first implementation that a class loader can load, or {@link #UNWATCHED}. */
  static DriverCalls find(ClassLoader loader) {
    try {
      DriverCalls.class.getModule().addUses(DriverCalls.class);
      Iterator<DriverCalls> known = ServiceLoader.load(DriverCalls.class, loader).iterator();
      return known.hasNext() ? known.next() : UNWATCHED;
    } catch (ServiceConfigurationError | LinkageError broken) {
      return UNWATCHED;
    }
  }
}
