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
 * Which loops nodes share, by what executions have taken. At first an estimate says it. A loop that
 * may be faster the other way is tried that way, together with those that exchange elements with
 * it: where one of two loops moves to the first node, the other one's elements follow it each time.
 * All go back if they take longer there together. It is looked at again ever more rarely, since
 * each change moves arrays. Results are the same whatever is chosen. Thread-safe.
 */
final class DivisionChoices {
  /** So many executions after a change are not counted: arrays move in them. */
  static final int SETTLING = 2;

  /** So many executions say what one takes. */
  static final int SAMPLES = 5;

  /** So many of a long loop that is divided: its parts may be weighted by then. */
  static final int PATIENCE = 40;

  /** What is a trial worth: what was known before has to be slower by so much. */
  private static final double BETTER = 0.9;

  /** An execution that takes less is tried without division if it exchanges more than it does. */
  private static final long SHORT_NANOS = 20_000_000;

  /** One that takes more is tried divided: an exchange takes one to three milliseconds. */
  private static final long LONG_NANOS = 5_000_000;

  /** After so many executions of all loops a trial that has not ended is given up. */
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
   * @param changed told of a loop that is divided from now on, or no more
   */
  DivisionChoices(BiConsumer<LoopSize, Boolean> changed) {
    this.changed = changed;
  }

  /**
   * One execution.
   *
   * @param nanos from when the one before it was over, or it was submitted, until it was over
   * @param kernelNanos how long the first node computed for it
   * @param share which part of it that was; 1 if it was not divided
   */
  record Took(long nanos, long kernelNanos, double share) {
    boolean isDivided() {
      return share < 1;
    }
  }

  /** What is known of a loop. */
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

    /** Whether nodes have much to compute for it. */
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
   * Whether an execution that is about to be submitted is divided.
   *
   * @return empty if only an estimate can say it
   */
  synchronized Optional<Boolean> way(LoopSize size) {
    if (trial != null && ++decisionsInTrial > LONGEST_TRIAL) {
      end(/* worthwhile= */ false);
    }
    State state = loops.get(size);
    return state == null || !state.isMeasured ? Optional.empty() : Optional.of(state.divided);
  }

  /** An estimate has said whether an execution is divided. */
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

  /** An execution could not be divided that was to be. */
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

  /** An execution is over. Those that were submitted before a change say nothing. */
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

  /** Whether the loops on trial take less together than they took before. */
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
        // Not tried again before the next review.
        state.count = PATIENCE;
      }
    }
    trial = null;
    sinceReview = 0;
  }
}
