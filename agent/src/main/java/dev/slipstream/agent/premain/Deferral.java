package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.NativeLibraries;
import dev.slipstream.agent.loading.PossibleDrivers;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Settings;
import java.util.Optional;

/**
 * Whether loops are deferred in this process. Deferred loops need guards in its classes.
 *
 * @param isWanted whether elements may be on a device or another node while the program's own code
 *     runs
 * @param obstacle why loops cannot be deferred though the options allow it
 */
record Deferral(boolean isWanted, Optional<String> obstacle) {
  /** Nothing is deferred, and no user expects it. */
  static final Deferral OFF = new Deferral(false, Optional.empty());

  /**
   * Returns the deferral for a program that is about to start, or to which the agent is attached.
   *
   * @param severalNodes whether it runs on several nodes
   */
  static Deferral of(Settings settings, boolean severalNodes, boolean attached) {
    return isWanted(settings, severalNodes)
        ? new Deferral(true, obstacle(settings, attached))
        : OFF;
  }

  /** Returns the deferral for a program that has run for some time without the agent's changes. */
  static Deferral late(Settings settings) {
    return isWanted(settings, /* severalNodes= */ false)
        ? prevented(
            "its loops were left to the program until it took longer than earlier starts, and the"
                + " JDK may hold arrays from before; the next start can defer them")
        : OFF;
  }

  /** Returns a deferral that is prevented by an obstacle. */
  static Deferral prevented(String obstacle) {
    return new Deferral(true, Optional.of(obstacle));
  }

  /** Whether classes get guards. */
  boolean isOn() {
    return isWanted && obstacle.isEmpty();
  }

  private static boolean isWanted(Settings settings, boolean severalNodes) {
    DeviceChoice device = settings.device();
    if (!settings.deferral().enabled() || device.kind() == DeviceChoice.Kind.HOST) {
      return false;
    }
    if (severalNodes) {
      return true;
    }
    return device.kind() == DeviceChoice.Kind.AUTO
        ? !settings.extensions().isEmpty() || PossibleDrivers.mayBeHere()
        : !device.backend().equals("cpu");
  }

  private static Optional<String> obstacle(Settings settings, boolean attached) {
    if (settings.deferral().chosen()) {
      return Optional.empty();
    }
    if (attached) {
      return Optional.of(
          "the agent was attached to the running program, and the JDK may hold arrays from before"
              + " (IntBuffer.wrap, images); if it holds none, attach with deferred=true");
    }
    return NativeLibraries.haveLoaded("libjdwp.so")
        ? Optional.of(
            "a debugger can be attached (JDWP), which would not see results that are still on"
                + " devices; deferred=true accepts that")
        : Optional.empty();
  }
}
