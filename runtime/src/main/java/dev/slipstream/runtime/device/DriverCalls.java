package dev.slipstream.runtime.device;

import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Watches calls of drivers that take what belongs to the virtual machine, such as its signal
 * handlers, and gives that back. Calls may be within calls, and on several threads. Found through
 * {@link ServiceLoader}; an implementation has a public constructor without parameters, and is
 * thread-safe.
 */
public interface DriverCalls {
  /** Where nobody watches. */
  DriverCalls UNWATCHED =
      new DriverCalls() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
      };

  /** Before a driver is called for the first time, or compiles; {@link #end} must follow. */
  void begin();

  /** After it has returned. */
  void end();

  /** The first one that a class loader knows and can load, or {@link #UNWATCHED}. */
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
