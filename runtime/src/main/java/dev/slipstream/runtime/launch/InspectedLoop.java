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
 * Executions of one kernel that may throw. Each is submitted only if it is known that no iteration
 * throws, from an inspection before it, or from an earlier one in the same circumstances. The
 * circumstances are everything that the verdict depends on; they contain numbers that identify
 * arrays, never an array of the program. Thread-safe.
 */
final class InspectedLoop {
  /** An execution was submitted. */
  static final int SUBMITTED = 0;

  /** An execution was not submitted, because it has to be checked for exceptions while it runs. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  /**
   * How many circumstances are remembered: enough for programs that use several matrices in turn.
   */
  private static final int MOST_KNOWN = 8;

  /** After this many useless inspections in a row there is a pause. */
  private static final int MOST_USELESS = 3;

  /** From this share on, an inspection takes about as long as the loop. */
  private static final double LARGE_SHARE = 0.75;

  /** How many executions are not inspected in a pause. */
  private static final int PAUSE = 16;

  private final Inspector inspector;
  private final LoopMeters meters;

  /** The circumstances in which no iteration throws, the newest first. */
  private volatile List<List<Object>> known = List.of();

  /** How many inspections in a row, with little use, had verdicts that were used once. */
  private int usedOnce;

  private int useless;

  /** How many executions of the pause are left. */
  private int left;

  /**
   * @param inspector finds out whether an iteration throws
   * @param meters count inspections
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
     * @param condition evaluated when nothing can change the arrays any more before the launch
     */
    boolean submit(SubmissionCondition condition);

    /**
     * Submits an inspection, and waits until its result is available.
     *
     * @param before called when nothing can change the arrays any more before the launch
     * @return false if it cannot be submitted
     */
    boolean inspect(Launch inspection, SubmissionCondition before);
  }

  /**
   * Submits an execution, after an inspection if one is needed. Waits for the inspection.
   *
   * @param launch its launch
   * @return {@link #SUBMITTED}, {@link #UNKNOWN}, or, if an iteration throws, the number of the
   *     first violation
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
    // Otherwise something has changed in the meantime, or it has to be launched immediately.
    return submitted ? SUBMITTED : UNKNOWN;
  }

  /** The circumstances of a launch, with the arrays of its inspection, some of which are copies. */
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

  /** Whether an inspection of the next execution pays. */
  private synchronized boolean isWorthwhile() {
    if (left > 0) {
      left--;
      return false;
    }
    return true;
  }

  /** Notes that a verdict was used again. */
  private synchronized void kept() {
    usedOnce = 0;
    useless = 0;
    meters.verdictKept();
  }

  /**
   * Notes a new verdict, and whether it was used; it was not if the loop could not be submitted.
   */
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
   * The circumstances of a launch: equal circumstances have equal verdicts.
   *
   * @param buffers identify the contents of arrays that are not short
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
        // Short arrays are not tracked; the launch has its own copies.
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
