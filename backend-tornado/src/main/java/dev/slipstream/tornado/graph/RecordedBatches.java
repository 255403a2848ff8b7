package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds runs that often follow each other in the same order, and makes windows of them. Guarded by
 * the device's lock.
 */
final class RecordedBatches {
  /**
   * The largest number of runs in a window. With twice as many, each would be only a little
   * shorter.
   */
  static final int MOST_RUNS = 4;

  /** The largest number of windows, because TornadoVM keeps something for each. */
  private static final int MOST_WINDOWS = 16;

  /**
   * How often the first run must be followed by the second, and the others half as often. To
   * compile a run for a window takes 12 to 25 ms; it then takes some 15 µs less.
   */
  private static final int LEAST_FOLLOWED = 3000;

  /** Longer runs are in no window, because it would save only some microseconds of them. */
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
   * @param leastFollowed how often the first run must be followed by the second
   * @param shortNanos runs that take this long or longer are in no window
   */
  RecordedBatches(TornadoTarget target, int leastFollowed, long shortNanos) {
    this.target = target;
    this.leastFollowed = leastFollowed;
    this.shortNanos = shortNanos;
    this.ends = !target.facts().recordsRuns();
  }

  /** Called when the device does something else than run kernels. */
  void interrupted() {
    last = null;
  }

  /**
   * Called when a kernel has run outside of a window.
   *
   * @param run what is known about such runs; null if nothing is
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

  /** Called when all kernels of a window have run. */
  void ranTogether(RecordedBatch window) {
    window.members().forEach(this::follow);
  }

  private void follow(@Nullable SteadyRun run) {
    // Runs that are not recorded may be many, and are in no window.
    @Nullable SteadyRun kept = run == null || run.recorded() == null ? null : run;
    if (last != null && kept != null) {
      last.follow(kept);
    }
    last = kept;
  }

  /** Whether there is any window. */
  boolean any() {
    return made > 0;
  }

  private boolean isFit(SteadyRun run) {
    return run.recorded() != null && run.nanos() < shortNanos && !run.isInWindow() && !run.isGone();
  }

  /** Makes a window that begins with a run, if enough is known about what follows. */
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

  /** Returns the runs that follow each other; whole rounds if they form a cycle. */
  private List<SteadyRun> followers(SteadyRun first) {
    List<SteadyRun> members = new ArrayList<>();
    int rounds = 0;
    @Nullable SteadyRun each = first;
    while (each != null && members.size() < MOST_RUNS && isFit(each)) {
      members.add(each);
      // The host uses some results now and then, so their runs are followed less often.
      each = each.followed() >= leastFollowed / 2 ? each.next() : null;
      if (each == first) {
        rounds = members.size();
      }
    }
    return rounds == 0 ? members : members.subList(0, rounds);
  }
}
