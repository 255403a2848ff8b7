package dev.slipstream.runtime.node;

import dev.slipstream.runtime.cluster.LoopSize;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which loops nodes share, by measured executions. At first an estimate decides. If a loop
 * may be faster the other way, it is tried that way, together with the loops that exchange elements
 * with it. If only one of two loops moved to the first node, the other one's elements would follow
 * it each time. All of them return if they take longer together. Choices are reviewed ever more
 * rarely, since each change moves arrays. Results do not depend on the choice. Thread-safe.
 */
final class DivisionChoices {
  /** How many executions after a change are not measured, because arrays move in them. */
  static final int SETTLING = 2;

  /** How many executions are measured for a decision. */
  static final int SAMPLES = 5;

  /** How many for a long loop that is divided; by then its parts may have been weighted. */
  static final int PATIENCE = 40;

  /** A trial is kept if it takes less than this fraction of the time before. */
  private static final double BETTER = 0.9;

  /**
   * Below this duration a divided execution is tried undivided if its exchange takes longer than
   * its computation.
   */
  private static final long SHORT_NANOS = 20_000_000;

  /**
   * Above this duration an execution is tried divided: an exchange takes one to three milliseconds.
   */
  private static final long LONG_NANOS = 5_000_000;

  /** A trial is given up after this many executions of all loops. */
  private static final int LONGEST_TRIAL = 1000;

  private static final long FIRST_REVIEW = 1000;
  private static final long LAST_REVIEW = 1L << 24;

  private final Map<LoopSize, State> loops = new HashMap<>();
  private @Nullable LoopSize trial;
  private int decisionsInTrial;
  private long sinceReview;
  private long review = FIRST_REVIEW;
  private final BiConsumer<LoopSize, Boolean> changed;

  DivisionChoices() {
    this((size, divided) -> {});
  }

  /**
   * @param changed is told of a loop that is divided from now on, or not any more
   */
  DivisionChoices(BiConsumer<LoopSize, Boolean> changed) {
    this.changed = changed;
  }

  /**
   * The measurement of one execution.
   *
   * @param nanos its duration, from when the one before it was over, or it was submitted
   * @param kernelNanos how long the first node computed for it
   * @param share the fraction of it that the first node ran; 1 if it was not divided
   */
  record Took(long nanos, long kernelNanos, double share) {
    boolean isDivided() {
      return share < 1;
    }
  }

  /** The state of a loop. */
  private static final class State {
    private boolean divided;
    private boolean isMeasured;
    private boolean dividable = true;
    private boolean isOnTrial;
    private int settling;
    private long count;
    private double before;
    private double weight;
    private final Deque<Took> last = new ArrayDeque<>();

    private void clear() {
      settling = SETTLING;
      count = 0;
      last.clear();
    }

    private void become(boolean other) {
      divided = other;
      isMeasured = true;
      clear();
    }

    private double median() {
      return median(Took::nanos);
    }

    private double kernel() {
      return median(Took::kernelNanos);
    }

    private double median(ToLongFunction<Took> figure) {
      long[] all = last.stream().mapToLong(figure).sorted().toArray();
      return all.length == 0 ? 0 : all[all.length / 2];
    }

    /** Whether nodes compute long for it. */
    private boolean isLong() {
      return divided && kernel() >= LONG_NANOS;
    }

    /** Whether the other way may be faster. */
    private boolean mayGain() {
      double all = median();
      double kernel = kernel();
      if (!divided) {
        return dividable && kernel >= LONG_NANOS;
      }
      return all * BETTER > kernel / last.getLast().share()
          || (all < SHORT_NANOS && all > 2 * kernel);
    }
  }

  /**
   * Whether the next execution is divided.
   *
   * @return empty if only an estimate can decide
   */
  synchronized Optional<Boolean> way(LoopSize size) {
    if (trial != null && ++decisionsInTrial > LONGEST_TRIAL) {
      end(/* worthwhile= */ false);
    }
    State state = loops.get(size);
    return state == null || !state.isMeasured ? Optional.empty() : Optional.of(state.divided);
  }

  /** Notes how an estimate has decided. */
  synchronized void estimated(LoopSize size, boolean divided) {
    State state = loops.get(size);
    if (state == null) {
      state = new State();
      state.clear();
      state.divided = divided;
      loops.put(size, state);
    } else if (state.divided != divided && !state.isMeasured) {
      state.divided = divided;
      state.clear();
    }
  }

  /** Notes that an execution which should be divided could not be. */
  synchronized void cannotBeDivided(LoopSize size) {
    State state = loops.get(size);
    if (state != null) {
      boolean isChange = state.isMeasured && state.divided;
      state.dividable = false;
      state.isMeasured = false;
      state.isOnTrial = false;
      state.divided = false;
      state.clear();
      if (size.equals(trial)) {
        end(/* worthwhile= */ false);
      }
      if (isChange) {
        changed.accept(size, false);
      }
    }
  }

  /**
   * Notes the measurement of an execution. Executions that were submitted before a change are
   * ignored.
   */
  synchronized void took(LoopSize size, Took took) {
    State state = loops.get(size);
    if (state == null || state.divided != took.isDivided()) {
      return;
    }
    if (++sinceReview > review && trial == null) {
      sinceReview = 0;
      review = Math.min(2 * review, LAST_REVIEW);
      loops.values().forEach(State::clear);
    }
    if (state.settling > 0) {
      state.settling--;
      return;
    }
    state.count++;
    state.last.add(took);
    if (state.last.size() > SAMPLES) {
      state.last.remove();
    }
    boolean mayBeDue = state.count == SAMPLES || state.count == PATIENCE;
    if (!mayBeDue || state.count != (trial == null && state.isLong() ? PATIENCE : SAMPLES)) {
      return;
    }
    if (trial == null) {
      if (state.mayGain()) {
        begin(size, state);
      }
    } else if (size.equals(trial)) {
      end(isFaster());
    }
  }

  private void begin(LoopSize size, State wanted) {
    trial = size;
    decisionsInTrial = 0;
    boolean divided = wanted.divided;
    for (Map.Entry<LoopSize, State> each : loops.entrySet()) {
      State state = each.getValue();
      boolean isKnown = state.last.size() >= SAMPLES - 1 && state.divided == divided;
      if (isKnown && state.dividable && (!divided || state.mayGain())) {
        state.before = state.median();
        state.weight = state.count;
        state.isOnTrial = true;
        state.become(!divided);
        changed.accept(each.getKey(), !divided);
      }
    }
  }

  /** Whether the loops on trial take less time together than before. */
  private boolean isFaster() {
    double before = 0;
    double now = 0;
    for (State state : loops.values()) {
      if (state.isOnTrial && !state.last.isEmpty()) {
        before += state.weight * state.before;
        now += state.weight * state.median();
      }
    }
    return now < BETTER * before;
  }

  private void end(boolean worthwhile) {
    for (Map.Entry<LoopSize, State> each : loops.entrySet()) {
      State state = each.getValue();
      if (state.isOnTrial) {
        state.isOnTrial = false;
        if (!worthwhile) {
          state.become(!state.divided);
          changed.accept(each.getKey(), state.divided);
        }
        // It is not tried again before the next review.
        state.count = PATIENCE;
      }
    }
    trial = null;
    sinceReview = 0;
  }
}
