package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.observation.LoopMeters;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kernels of a loop on all devices: for executions that are proven free of exceptions, for
 * those that check themselves, and for inspections. Each is created when it is first needed.
 * Thread-safe.
 */
final class LoopKernels {
  private final Loop loop;
  private final Devices devices;
  private final LoopMeters meters;
  private volatile @Nullable KernelBindings proven;
  private volatile @Nullable KernelBindings checked;

  /** The inspections, by whether they check everything that may be violated. */
  private final Map<Boolean, Optional<Inspection>> inspections = new HashMap<>();

  LoopKernels(Loop loop, Devices devices, LoopMeters meters) {
    this.loop = loop;
    this.devices = devices;
    this.meters = meters;
  }

  /**
   * How executions of one kernel are checked for exceptions beforehand.
   *
   * @param bindings the inspector on the devices
   * @param executions the executions, with the known verdicts
   */
  record Inspection(KernelBindings bindings, InspectedLoop executions) {}

  /** The kernel of an execution. */
  KernelBindings of(LaunchPlan.Run run) {
    KernelBindings known = run.checked() ? checked : proven;
    return known == null ? create(run.checked()) : known;
  }

  private synchronized KernelBindings create(boolean ofAll) {
    KernelBindings known = ofAll ? checked : proven;
    if (known != null) {
      return known;
    }
    RangeKernel kernel = ofAll ? loop.checkedKernel() : loop.kernel();
    KernelBindings created = new KernelBindings(devices, kernel, meters);
    if (ofAll) {
      checked = created;
    } else {
      proven = created;
    }
    return created;
  }

  /** The inspection for executions of this kind. */
  Optional<Inspection> inspection(LaunchPlan.Run run) {
    return run.launch().isChecked() ? inspection(run.checked()) : Optional.empty();
  }

  /** Whether it is known, or can be found out, before an execution that it does not throw. */
  boolean canTell(LaunchPlan.Run run) {
    return !run.launch().isChecked() || inspection(run).isPresent();
  }

  private synchronized Optional<Inspection> inspection(boolean ofAll) {
    Optional<Inspection> known = inspections.get(ofAll);
    if (known == null) {
      known = made(ofAll);
      inspections.put(ofAll, known);
    }
    return known;
  }

  private Optional<Inspection> made(boolean ofAll) {
    try {
      Optional<Inspector> inspector = loop.inspector(ofAll);
      return inspector.isPresent() ? Optional.of(by(inspector.get())) : Optional.empty();
    } catch (RuntimeException | StackOverflowError none) {
      // The kernel that checks itself is used instead.
      return Optional.empty();
    }
  }

  private Inspection by(Inspector inspector) {
    return new Inspection(
        new KernelBindings(devices, inspector.kernel(), meters),
        new InspectedLoop(inspector, meters));
  }
}
