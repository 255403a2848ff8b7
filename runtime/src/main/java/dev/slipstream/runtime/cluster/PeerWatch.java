package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.cluster.DivergenceCheck.Difference;
import dev.slipstream.runtime.graph.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds out on the first rank whether all ranks do the same, and describes the first difference,
 * for which another rank may have to describe its task. Thread-safe.
 */
final class PeerWatch {
  /** The interval between checks. */
  static final long LOOK_MILLIS = 100;

  private static final long ANSWER_NANOS = Duration.ofSeconds(1).toNanos();

  private static final String BEGIN =
      "the ranks do not run the same loops and tasks, which slipstream.mode=spmd needs: ";

  private static final String ADVICE =
      ". Parallel loops, and the arrays that they use, must not depend on the rank, on time,"
          + " threads, or random numbers without a seed";

  private final DivergenceCheck check;
  private final TaskRing ring;
  private final long patience;

  private Optional<Difference> difference = Optional.empty();
  private Optional<TaskView> described = Optional.empty();
  private boolean asked;
  private long foundAt;

  /**
   * @param ranks the number of ranks
   * @param ring the tasks of this rank
   * @param patience how long a rank may be behind others
   */
  PeerWatch(int ranks, TaskRing ring, Duration patience) {
    this.check = new DivergenceCheck(ranks, System.nanoTime());
    this.ring = ring;
    this.patience = patience.toNanos();
  }

  /** Notes that a rank has submitted tasks. */
  synchronized void submitted(NodeId from, List<Long> digests) {
    found(check.submitted(from.rank(), digests, System.nanoTime()));
  }

  /** Notes that some rank runs a host task. */
  synchronized void isOneAtWork() {
    check.isOneAtWork(System.nanoTime());
  }

  /** Notes that the program has ended on a rank, after this many tasks. */
  synchronized void ended(NodeId from, long count) {
    found(check.ended(from.rank(), count));
  }

  private void found(Optional<Difference> now) {
    if (difference.isEmpty() && now.isPresent()) {
      difference = now;
      foundAt = System.nanoTime();
      int other = now.get().described();
      described = other == 0 ? ring.view(now.get().place()) : described;
      asked = other == 0;
    }
  }

  /** Whether no difference is known. */
  synchronized boolean allAgree() {
    return difference.isEmpty();
  }

  /** Whether the program has ended on all ranks. */
  synchronized boolean allHaveEnded() {
    return difference.isEmpty() && check.allHaveEnded();
  }

  /** The first difference for which a rank has to describe its task; returned once. */
  synchronized Optional<Difference> unasked() {
    found(check.stall(System.nanoTime(), patience));
    if (difference.isEmpty() || asked) {
      return Optional.empty();
    }
    asked = true;
    return difference;
  }

  /** Notes that description. */
  synchronized void described(TaskView view) {
    described = Optional.of(view);
  }

  /** The text about the first difference, once it is complete. */
  synchronized Optional<String> verdict() {
    if (difference.isEmpty()
        || (described.isEmpty() && System.nanoTime() - foundAt < ANSWER_NANOS)) {
      return Optional.empty();
    }
    return Optional.of(BEGIN + text(difference.get()) + ADVICE);
  }

  private String text(Difference found) {
    String task = described.map(TaskView::name).orElse("a task that has no name");
    String one = "rank " + found.rank();
    String other = "rank " + found.other();
    return switch (found.kind()) {
      case OTHER_TASK -> {
        Optional<TaskView> own = ring.view(found.place());
        yield own.isPresent() && described.isPresent()
            ? "they differ first in "
                + own.get().difference(found.other(), described.get(), found.rank())
            : "rank 0 and " + one + " differ first in " + task;
      }
      case ENDED -> "the program has ended on " + one + ", where " + other + " has " + task;
      case LATE ->
          one
              + " has made no progress for "
              + Duration.ofNanos(patience).toSeconds()
              + " s (slipstream.stallTimeout), where "
              + other
              + " has "
              + task;
    };
  }

  /** A text that names the last loop, for messages. */
  String afterLastLoop() {
    String loop = ring.lastLoop();
    return loop.isEmpty() ? "" : " (the last loop is " + loop + ")";
  }
}
