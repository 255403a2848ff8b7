package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.LoopMeters;

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
}
