package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.launch.LoopKernels.Inspection;
import dev.slipstream.runtime.launch.PlacementDecision.OnDevice;
import dev.slipstream.runtime.node.DeferralListener;
import dev.slipstream.runtime.node.DeferredLoops;
import dev.slipstream.runtime.node.Sharing;
import dev.slipstream.runtime.node.SubmissionCondition;
import java.util.List;
import java.util.Optional;

/**
 * One execution that is submitted to run while the program goes on.
 *
 * @param bindings the execution's kernel on all devices
 * @param target the device that should run it
 * @param inspection finds out whether it throws, unless that is proven
 * @param listener is notified of the course of the execution
 */
record DeferredExecution(
    String loop,
    LaunchPlan.Run run,
    KernelBindings bindings,
    OnDevice target,
    Optional<Inspection> inspection,
    DeferralListener listener,
    DeferredLoops deferred)
    implements InspectedLoop.Way {

  /**
   * Submits it.
   *
   * @return as {@link InspectedLoop#submit}
   * @throws SlipstreamException if results are lost
   */
  int submit() {
    if (!run.launch().isChecked()) {
      return submit(Optional.empty()) ? InspectedLoop.SUBMITTED : InspectedLoop.UNKNOWN;
    }
    return inspection.isEmpty() || !deferred.mayKeepArrays(target.binding().device())
        ? InspectedLoop.UNKNOWN
        : inspection.get().executions().submit(run.launch(), this);
  }

  @Override
  public boolean submit(SubmissionCondition condition) {
    return submit(Optional.of(condition));
  }

  private boolean submit(Optional<SubmissionCondition> condition) {
    return deferred.submit(
        loop,
        target.binding().device(),
        target.ready().kernel(),
        run.launch(),
        run.results(),
        bindings.sharing(run),
        listener,
        condition);
  }

  @Override
  public boolean inspect(Launch launch, SubmissionCondition before) {
    KernelBindings looking = inspection.orElseThrow().bindings();
    Optional<PreparedKernel> kernel = looking.on(target.binding().device());
    if (kernel.isEmpty()) {
      return false;
    }
    try {
      return deferred.submit(
          looking.source().loop(),
          target.binding().device(),
          kernel.get(),
          launch,
          List.of(),
          new Sharing(looking, run.work(), List::of),
          new OfInspection(listener),
          Optional.of(before));
    } catch (SlipstreamException lost) {
      // The loop itself has lost nothing yet; an immediate launch checks whether arrays that it
      // needs are lost.
      return false;
    }
  }

  /**
   * Passes on the events of an inspection, except that it is not shared: inspections never are,
   * which tells nothing about the loop.
   */
  private record OfInspection(DeferralListener listener) implements DeferralListener {
    @Override
    public void waited(long nanos) {
      listener.waited(nanos);
    }

    @Override
    public void ranOnHost(String reason) {
      listener.ranOnHost(reason);
    }

    @Override
    public void shared() {}

    @Override
    public void notShared(String reason) {}
  }
}
