package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds runs that come one after the other again and again, and makes windows of them. Used by
 * whoever holds the device's lock.
 */
final class RecordedBatches {
  /** So many runs are in a window. With twice as many each would be little shorter. */
  static final int MOST_RUNS = 4;

  /** So many windows are made: TornadoVM keeps something of each. */
  private static final int MOST_WINDOWS = 16;

  /**
   * So often the first one has to be followed by the next one, and the others half as often. To
   * compile a run for a window takes 12 to 25 ms, and it is shorter by some 15 µs then.
   */
  private static final int LEAST_FOLLOWED = 3000;

  /** To save some microseconds of what takes longer is not worth it. */
  private static final long SHORT_NANOS = 300_000;

  private final TornadoTarget target;
  private final int leastFollowed;
  private final long shortNanos;
  private int made;
  private boolean ends;
  private @Nullable SteadyRun last;

  RecordedBatches(TornadoTarget target) {
    this(target, LEAST_FOLLOWED, SHORT_NANOS);
  }

  /**
   * @param leastFollowed how often the first one has to be followed by the next one
   * @param shortNanos runs that take as long, or longer, are in no window
   */
  RecordedBatches(TornadoTarget target, int leastFollowed, long shortNanos) {
    this.target = target;
    this.leastFollowed = leastFollowed;
    this.shortNanos = shortNanos;
    this.ends = !target.facts().recordsRuns();
  }

  /** Something else is done than to run kernels. */
  void interrupted() {
    last = null;
  }

  /**
   * A kernel has run by itself.
   *
   * @param run what is known of such runs; null if nothing is
   */
  void ran(@Nullable SteadyRun run) {
    if (ends) {
      return;
    }
    follow(run);
    if (run != null && run.followed() >= leastFollowed && isFit(run)) {
      begin(run);
    }
  }

  /** All kernels of a window have run. */
  void ranTogether(RecordedBatch window) {
    window.members().forEach(this::follow);
  }

  private void follow(@Nullable SteadyRun run) {
    // Others may be many, and are in no window.
    @Nullable SteadyRun kept = run == null || run.recorded() == null ? null : run;
    if (last != null && kept != null) {
      last.follow(kept);
    }
    last = kept;
  }

  /** Whether there is a window at all. */
  boolean any() {
    return made > 0;
  }

  private boolean isFit(SteadyRun run) {
    return run.recorded() != null && run.nanos() < shortNanos && !run.isInWindow() && !run.isGone();
  }

  /** Makes a window that begins with a run, if enough is known of what follows. */
  private void begin(SteadyRun first) {
    List<SteadyRun> members = followers(first);
    if (members.size() < 2) {
      return;
    }
    try {
      @Nullable RecordedKernels graph =
          target.api().ifAlone(() -> RecordedKernels.of(target, members)).orElse(null);
      if (graph != null) {
        first.window(new RecordedBatch(members, graph));
        members.forEach(SteadyRun::noteInWindow);
        made++;
      }
      boolean isNotPlayed = graph == null && members.stream().noneMatch(SteadyRun::isGone);
      ends = isNotPlayed || made >= MOST_WINDOWS;
    } catch (TornadoException notRecorded) {
      ends = true;
    }
  }

  /** What comes one after the other, whole rounds if it goes round. */
  private List<SteadyRun> followers(SteadyRun first) {
    List<SteadyRun> members = new ArrayList<>();
    int rounds = 0;
    @Nullable SteadyRun each = first;
    while (each != null && members.size() < MOST_RUNS && isFit(each)) {
      members.add(each);
      // What the host looks at now and then is followed by another one less often.
      each = each.followed() >= leastFollowed / 2 ? each.next() : null;
      if (each == first) {
        rounds = members.size();
      }
    }
    return rounds == 0 ? members : members.subList(0, rounds);
  }
}
