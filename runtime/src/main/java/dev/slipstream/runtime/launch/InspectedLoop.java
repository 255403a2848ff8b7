package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.node.SubmissionCondition;
import dev.slipstream.runtime.observation.LoopMeters;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Executions of one kernel that may throw, each of which is submitted only where it is known that
 * no iteration does: an inspection before it says so, or an earlier one in the same circumstances.
 * Those are all that the verdict depends on; they hold numbers that stand for arrays, never an
 * array of the program. Thread-safe.
 */
final class InspectedLoop {
  /** An execution was submitted. */
  static final int SUBMITTED = 0;

  /** An execution was not submitted: somebody has to look while it runs whether it throws. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  /** So many circumstances are known: enough for programs that use several matrices in turn. */
  private static final int MOST_KNOWN = 8;

  /** After so many inspections in a row that were of no use there is a pause. */
  private static final int MOST_USELESS = 3;

  /** From here on an inspection takes about as long as the loop. */
  private static final double LARGE_SHARE = 0.75;

  /** So many executions are not inspected then. */
  private static final int PAUSE = 16;

  private final Inspector inspector;
  private final LoopMeters meters;

  /** The circumstances in which no iteration throws, the newest first. */
  private volatile List<List<Object>> known = List.of();

  /** Inspections in a row whose verdicts were used once, and that were of no use. */
  private int usedOnce;

  private int useless;

  /** How many executions are not to be inspected now. */
  private int left;

  /**
   * @param inspector looks whether an iteration throws
   * @param meters hear of inspections
   */
  InspectedLoop(Inspector inspector, LoopMeters meters) {
    this.inspector = inspector;
    this.meters = meters;
  }

  /** Submits launches that run later. */
  interface Way {
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

  /**
   * Submits an execution, with an inspection before it if that is needed. Waits for the inspection.
   *
   * @param launch its launch
   * @return {@link #SUBMITTED}, {@link #UNKNOWN}, or, where an iteration throws, the number of the
   *     first violation that was met
   */
  int submit(Launch launch, Way way) {
    if (!known.isEmpty() && way.submit(this::isKnown)) {
      kept();
      return SUBMITTED;
    }
    Optional<Launch> inspection = isWorthwhile() ? inspector.launch(launch) : Optional.empty();
    List<Object> circumstances = new ArrayList<>();
    if (inspection.isEmpty()
        || !way.inspect(
            inspection.get(),
            (seen, buffers) -> circumstances.addAll(before(launch, seen, buffers)))) {
      return UNKNOWN;
    }
    meters.inspected();
    int violation = Inspector.violation(inspection.get());
    if (violation != 0) {
      return violation;
    }
    add(circumstances);
    boolean submitted = way.submit(this::isKnown);
    used(submitted);
    // If not, something has changed in the meantime, or it can only be launched at once.
    return submitted ? SUBMITTED : UNKNOWN;
  }

  /** The circumstances of a launch, with the arrays that its inspection has: some are copies. */
  private List<Object> before(Launch loop, Launch inspection, ArrayBuffers buffers) {
    Object[] arguments = loop.arguments().clone();
    for (int k = 0; k < inspector.parameters().size(); k++) {
      arguments[inspector.parameters().get(k)] = inspection.arguments()[k];
    }
    return circumstances(loop.on(arguments), buffers);
  }

  private boolean isKnown(Launch launch, ArrayBuffers buffers) {
    return known.contains(circumstances(launch, buffers));
  }

  private synchronized void add(List<Object> circumstances) {
    List<List<Object>> newestFirst = new ArrayList<>(MOST_KNOWN);
    newestFirst.add(circumstances);
    newestFirst.addAll(known.subList(0, Math.min(known.size(), MOST_KNOWN - 1)));
    known = List.copyOf(newestFirst);
  }

  /** Whether it pays to inspect an execution. */
  private synchronized boolean isWorthwhile() {
    if (left > 0) {
      left--;
      return false;
    }
    return true;
  }

  /** A verdict was used again. */
  private synchronized void kept() {
    usedOnce = 0;
    useless = 0;
    meters.verdictKept();
  }

  /** A verdict was found, and used unless the loop could not be submitted all the same. */
  private synchronized void used(boolean submitted) {
    useless = submitted ? 0 : useless + 1;
    usedOnce += submitted ? 1 : 0;
    if (useless >= MOST_USELESS) {
      useless = 0;
      left = PAUSE;
    } else if (submitted && usedOnce >= MOST_USELESS && inspector.share() >= LARGE_SHARE) {
      usedOnce = 0;
      left = PAUSE;
    }
  }

  /**
   * The circumstances of a launch: equal circumstances, equal verdicts.
   *
   * @param buffers say what is known of the contents of arrays that are not short
   */
  private List<Object> circumstances(Launch loop, ArrayBuffers buffers) {
    List<Object> all = new ArrayList<>();
    IterationSpace space = loop.space();
    for (int d = 0; d < space.dimensions(); d++) {
      all.add(space.start(d));
      all.add(space.step(d));
      all.add(space.count(d));
    }
    for (int parameter : inspector.parameters()) {
      Object argument = loop.arguments()[parameter];
      if (!argument.getClass().isArray()) {
        all.add(argument);
      } else if (argument instanceof Object[]) {
        all.add(
            inspector.contents().contains(parameter)
                ? buffers.contents(argument)
                : buffers.structure(argument));
      } else if (!inspector.contents().contains(parameter)) {
        all.add(Array.getLength(argument));
      } else if (Array.getLength(argument) < HostArrays.LEAST_LENGTH) {
        // Those are not followed; the launch has copies of its own.
        all.add(elements(argument));
      } else {
        all.add(buffers.contents(argument));
      }
    }
    return all;
  }

  private static List<Object> elements(Object array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }
}
