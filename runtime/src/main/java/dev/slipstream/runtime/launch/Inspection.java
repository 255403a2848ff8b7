package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.LoopMeters;
import java.util.Optional;
import java.util.function.Supplier;

/** How it is found out before executions of one kernel whether they throw. Thread-safe. */
final class Inspection {
  private final KernelBindings bindings;
  private final InspectedLoop executions;
  private final String name;

  /**
   * @param inspector the kernel that looks
   * @param devices where it may run
   * @param meters hear of inspections
   */
  Inspection(Inspector inspector, Devices devices, LoopMeters meters) {
    this.bindings = new KernelBindings(devices, inspector.kernel());
    this.name = inspector.kernel().loop();
    this.executions =
        new InspectedLoop(
            inspector,
            new InspectedLoop.Listener() {
              @Override
              public void inspected() {
                meters.inspected();
              }

              @Override
              public void kept() {
                meters.verdictKept();
              }
            });
  }

  /** What inspections are called where tasks are shown. */
  String name() {
    return name;
  }

  /** The kernel that looks, on the devices. */
  KernelBindings bindings() {
    return bindings;
  }

  /** The executions, and what is known of them. */
  InspectedLoop executions() {
    return executions;
  }

  /** An inspection that is made when it is first asked for. Thread-safe. */
  static final class Lazy {
    private final Supplier<Optional<Inspection>> maker;
    private Optional<Inspection> found = Optional.empty();
    private volatile boolean isKnown;

    /**
     * @param maker makes it; what it throws means that there is none
     */
    Lazy(Supplier<Optional<Inspection>> maker) {
      this.maker = maker;
    }

    /** The inspection; empty if the loop cannot be inspected. */
    Optional<Inspection> get() {
      if (!isKnown) {
        synchronized (this) {
          if (!isKnown) {
            found = made();
            isKnown = true;
          }
        }
      }
      return found;
    }

    private Optional<Inspection> made() {
      try {
        return maker.get();
      } catch (RuntimeException | StackOverflowError none) {
        // The kernel that checks itself does.
        return Optional.empty();
      }
    }
  }
}
