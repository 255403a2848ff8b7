package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.NativeLibraries;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Settings;
import java.util.Optional;

/** Whether loops may be deferred in this process, which takes guards in its classes. Stateless. */
final class Deferral {
  private Deferral() {}

  /**
   * Whether anything may ever be on a device, or another node, when the program's own code runs.
   */
  static boolean isWanted(Settings settings, boolean severalNodes) {
    DeviceChoice device = settings.device();
    return settings.deferral().enabled()
        && device.kind() != DeviceChoice.Kind.HOST
        && (severalNodes || !device.backend().equals("cpu"));
  }

  /** Why loops cannot be deferred in this process, though its options allow it. */
  static Optional<String> obstacle(Settings settings, boolean attached) {
    if (settings.deferral().chosen()) {
      return Optional.empty();
    }
    if (attached) {
      return Optional.of(
          "the agent was attached while it ran, and the JDK may have kept arrays since before"
              + " (IntBuffer.wrap, images); where it has not, attach with deferred=true");
    }
    return NativeLibraries.haveLoaded("libjdwp.so")
        ? Optional.of(
            "a debugger can be attached (JDWP) and would not see what devices hold; deferred=true"
                + " does without that")
        : Optional.empty();
  }
}
