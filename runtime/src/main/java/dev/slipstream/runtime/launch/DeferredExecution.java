package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.node.DeferralListener;
import dev.slipstream.runtime.node.DeferredLoops;
import dev.slipstream.runtime.node.Sharing;
import dev.slipstream.runtime.node.SubmissionCondition;
import java.util.List;
import java.util.Optional;

/** One execution on its way to those that run later. */
final class DeferredExecution {
  private final String loop;
  private final LaunchPlan.Run run;
  private final KernelBindings bindings;
  private final DeviceBinding target;
  private final DeferredLoops deferred;

  /**
   * @param bindings the execution's kernel on all devices
   * @param target where it is to run
   */
  DeferredExecution(
      String loop,
      LaunchPlan.Run run,
      KernelBindings bindings,
      DeviceBinding target,
      DeferredLoops deferred) {
    this.loop = loop;
    this.run = run;
    this.bindings = bindings;
    this.target = target;
    this.deferred = deferred;
  }

  /**
   * Submits it.
   *
   * @param kernel its kernel on the target
   * @param inspection tells whether it throws, if nothing is proven
   * @param listener hears what becomes of it
   * @throws SlipstreamException if results are lost
   */
  InspectedLoop.Outcome submit(
      PreparedKernel kernel, Optional<Inspection> inspection, DeferralListener listener) {
    Sharing sharing = new Sharing(bindings, run.work(), run.divisions());
    if (!run.launch().isChecked()) {
      return deferred.submit(
              loop, target.device(), kernel, run.launch(), run.results(), sharing, listener)
          ? new InspectedLoop.Submitted()
          : new InspectedLoop.Unknown();
    }
    if (inspection.isEmpty() || !deferred.mayKeepArrays(target.device())) {
      return new InspectedLoop.Unknown();
    }
    Inspection looking = inspection.get();
    return looking
        .executions()
        .submit(
            run.launch(),
            new InspectedLoop.Way() {
              @Override
              public boolean submit(SubmissionCondition condition) {
                return deferred.submit(
                    loop,
                    target.device(),
                    kernel,
                    run.launch(),
                    run.results(),
                    sharing,
                    listener,
                    condition);
              }

              @Override
              public boolean inspect(Launch launch, SubmissionCondition before) {
                return inspectOnDevice(looking, launch, before, listener);
              }
            });
  }

  private boolean inspectOnDevice(
      Inspection looking, Launch launch, SubmissionCondition before, DeferralListener listener) {
    Optional<PreparedKernel> kernel = looking.bindings().on(target.device());
    if (kernel.isEmpty()) {
      return false;
    }
    Sharing alone = new Sharing(looking.bindings(), run.work(), List::of);
    try {
      return deferred.submit(
          looking.name(),
          target.device(),
          kernel.get(),
          launch,
          List.of(),
          alone,
          listener,
          before);
    } catch (SlipstreamException lost) {
      // Of the loop nothing is lost yet; what it needs is looked at where it is launched at once.
      return false;
    }
  }
}
