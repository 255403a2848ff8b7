package dev.slipstream.runtime.node;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.FailureReason;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds implementations of interfaces. */
final class Services {
  /** If a list of services is unreadable, each step of the iteration fails again. */
  private static final int MOST_FAILURES = 8;

  private final ClassLoader loader;
  private final Log log;

  Services(ClassLoader loader, Log log) {
    this.loader = loader;
    this.log = log;
  }

  /** Returns all implementations that can be loaded; a warning names the others. */
  <S> List<S> all(Class<S> service) {
    List<S> found = new ArrayList<>();
    Services.class.getModule().addUses(service);
    Iterator<S> services = ServiceLoader.load(service, loader).iterator();
    int failures = 0;
    while (failures < MOST_FAILURES) {
      try {
        if (!services.hasNext()) {
          break;
        }
        found.add(services.next());
      } catch (ServiceConfigurationError | LinkageError broken) {
        failures++;
        log.warn(
            "a "
                + service.getSimpleName()
                + " cannot be loaded and is left out: "
                + FailureReason.of(broken));
        log.debug(() -> "a " + service.getSimpleName() + " cannot be loaded", broken);
      }
    }
    return found;
  }

  /** Returns the only implementation; empty if there are several, which is reported. */
  <S> Optional<S> only(Class<S> service) {
    List<S> found = all(service);
    if (found.size() > 1) {
      log.error(
          "there are "
              + found.size()
              + " implementations of "
              + service.getSimpleName()
              + ", and none of them is used: "
              + found.stream().map(Services::place).collect(Collectors.joining(" and "))
              + "; leave one of them on the class path");
    }
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private static String place(Object service) {
    Class<?> type = service.getClass();
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null
        ? type.getName()
        : type.getName() + " in " + source.getLocation().getPath();
  }
}
