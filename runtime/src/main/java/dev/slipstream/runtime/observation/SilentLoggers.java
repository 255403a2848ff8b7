package dev.slipstream.runtime.observation;

import io.micrometer.common.util.internal.logging.InternalLogger;
import io.micrometer.common.util.internal.logging.InternalLoggerFactory;
import java.lang.reflect.Proxy;

/**
 * Keeps Micrometer from logging through {@code java.util.logging}, which would read its
 * configuration before the program's main method could choose one.
 */
final class SilentLoggers extends InternalLoggerFactory {
  @Override
  protected InternalLogger newInstance(String name) {
    return (InternalLogger)
        Proxy.newProxyInstance(
            SilentLoggers.class.getClassLoader(),
            new Class<?>[] {InternalLogger.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "name", "toString" -> name;
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
  }
}
