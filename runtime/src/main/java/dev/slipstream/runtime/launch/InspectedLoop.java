package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.node.SubmissionCondition;
import java.util.List;
import java.util.Optional;

/**
 * Executions of one kernel that may throw, each of which is submitted only where it is known that
 * no iteration does: an inspection before it says so, or an earlier one in the same circumstances.
 * Thread-safe.
 */
public final class InspectedLoop {
  private final Inspector inspector;
  private final Listener listener;
  private final Verdicts verdicts = new Verdicts();
  private final Trials trials;

  /**
   * @param inspector looks whether an iteration throws
   * @param listener is told of inspections
   */
  public InspectedLoop(Inspector inspector, Listener listener) {
    this.inspector = inspector;
    this.listener = listener;
    this.trials = new Trials(inspector.share());
  }

  /** Listens to what becomes of executions. Called by the submitting thread. */
  public interface Listener {
    /** An execution was inspected. */
    void inspected();

    /** An execution was submitted without an inspection, since an earlier verdict holds. */
    void kept();
  }

  /** Submits launches that run later. */
  public interface Way {
    /**
     * Submits the loop's launch, if a condition holds.
     *
     * @param condition asked when nothing can change the arrays any more before the launch
     */
    boolean submit(SubmissionCondition condition);

    /**
     * Submits an inspection, and waits until its violation is there.
     *
     * @param before called when nothing can change the arrays any more before the launch
     * @return false if it cannot be submitted
     */
    boolean inspect(Launch inspection, SubmissionCondition before);
  }

  /** What became of an execution. */
  public sealed interface Outcome {}

  /** It was submitted. */
  public record Submitted() implements Outcome {}

  /** It was not submitted: somebody has to look while it runs whether it throws. */
  public record Unknown() implements Outcome {}

  /**
   * It was not submitted: an iteration throws.
   *
   * @param violation the number of the first violation that was met
   */
  public record Throws(int violation) implements Outcome {}

  /**
   * Submits an execution, with an inspection before it if that is needed. Waits for the inspection.
   *
   * @param launch its launch
   */
  public Outcome submit(Launch launch, Way way) {
    if (!verdicts.isEmpty() && way.submit(this::isKnown)) {
      trials.kept();
      listener.kept();
      return new Submitted();
    }
    Optional<Launch> inspection =
        trials.isWorthwhile() ? inspector.launch(launch) : Optional.empty();
    if (inspection.isEmpty()) {
      return new Unknown();
    }
    Recorder recorder = new Recorder(launch);
    boolean inspected = way.inspect(inspection.get(), recorder);
    if (!inspected) {
      return new Unknown();
    }
    listener.inspected();
    int violation = Inspector.violation(inspection.get());
    if (violation != 0) {
      return new Throws(violation);
    }
    verdicts.add(recorder.circumstances);
    if (way.submit(this::isKnown)) {
      trials.inspected();
      return new Submitted();
    }
    // Something has changed in the meantime, or it can only be launched at once.
    trials.useless();
    return new Unknown();
  }

  /** Notes in which circumstances an inspection runs. */
  private final class Recorder implements SubmissionCondition {
    private final Launch loop;
    private List<Object> circumstances = List.of();

    Recorder(Launch loop) {
      this.loop = loop;
    }

    @Override
    public boolean holds(Launch inspection, ArrayBuffers buffers) {
      // With the arrays that the inspection has: short ones are copies.
      Object[] arguments = loop.arguments().clone();
      for (int k = 0; k < inspector.parameters().size(); k++) {
        arguments[inspector.parameters().get(k)] = inspection.arguments()[k];
      }
      circumstances = Circumstances.of(inspector, loop.on(arguments), buffers);
      return true;
    }
  }

  private boolean isKnown(Launch launch, ArrayBuffers buffers) {
    return verdicts.contains(Circumstances.of(inspector, launch, buffers));
  }
}
