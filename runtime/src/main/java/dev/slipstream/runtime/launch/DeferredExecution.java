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
 * One execution on its way to those that run later.
 *
 * @param bindings the execution's kernel on all devices
 * @param target where it is to run
 * @param inspection tells whether it throws, if nothing is proven
 * @param listener hears what becomes of it
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
   * @return as {@link InspectedLoop#submit} does
   * @throws SlipstreamException if results are lost
   */
  int submit() {
    if (!run.launch().isChecked()) {
      return submit((launch, buffers) -> true) ? InspectedLoop.SUBMITTED : InspectedLoop.UNKNOWN;
    }
    return inspection.isEmpty() || !deferred.mayKeepArrays(target.binding().device())
        ? InspectedLoop.UNKNOWN
        : inspection.get().executions().submit(run.launch(), this);
  }

  @Override
  public boolean submit(SubmissionCondition condition) {
    return deferred.submit(
        loop,
        target.binding().device(),
        target.ready().kernel(),
        run.launch(),
        run.results(),
        new Sharing(bindings, run.work(), run.divisions()),
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
          before);
    } catch (SlipstreamException lost) {
      // Of the loop nothing is lost yet; what it needs is looked at where it is launched at once.
      return false;
    }
  }

  /** Of what becomes of an inspection, that it is never shared says nothing of the loop. */
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
