package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.coherence.Replication;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The other ranks of a run, which follow rank 0, as seen by rank 0. When some are lost, the
 * remaining ranks form a new group with new connections and memory, without the lost ranks.
 * Thread-safe.
 */
public final class FollowingRanks implements Ranks {
  private static final Duration MEETING = Duration.ofSeconds(10);

  private final SharingCost cost;
  private final AfterLoss afterLoss;
  private final Log log;
  private volatile Optional<Followers> followers;
  private volatile Optional<Listener> listener = Optional.empty();
  private final Object losses = new Object();
  private boolean closed;

  /** Whether the remaining ranks are forming a new group. */
  private boolean regrouping;

  /**
   * @param communicator communicates with the others; closed at the end
   * @param cost the limits from which on it pays to share a loop
   * @param afterLoss decides what happens when ranks are lost
   */
  public FollowingRanks(Communicator communicator, SharingCost cost, AfterLoss afterLoss, Log log) {
    this.cost = cost;
    this.afterLoss = afterLoss;
    this.log = log;
    synchronized (losses) {
      followers = Optional.of(following(communicator));
    }
  }

  private Followers following(Communicator communicator) {
    return new Followers(communicator, cost, afterLoss.goesOn(), this::lost, log);
  }

  @Override
  public void tell(Listener told) {
    listener = Optional.of(told);
  }

  @Override
  public Optional<RankGroup> group() {
    return followers.map(RankGroup.class::cast);
  }

  @Override
  public Replication replication() {
    return Replication.none();
  }

  @Override
  public int localRank() {
    return 0;
  }

  @Override
  public boolean reports() {
    return true;
  }

  @Override
  public boolean outlivesLoss() {
    return afterLoss.goesOn();
  }

  /**
   * Handles a loss. The lock is needed because the next group may lose ranks before this one is
   * handled.
   */
  private void lost(Followers.Loss loss) {
    log.error(said(loss));
    synchronized (losses) {
      isRegrouping(true);
      try {
        regroup(loss);
      } finally {
        isRegrouping(false);
      }
      listener.ifPresent(Listener::goesOn);
    }
  }

  private synchronized void isRegrouping(boolean now) {
    if (now) {
      followers = Optional.empty();
    }
    regrouping = now;
    notifyAll();
  }

  private String said(Followers.Loss loss) {
    Throwable cause = loss.cause();
    String what =
        cause instanceof NodeFailedException
            ? String.valueOf(cause.getMessage())
            : FailureReason.of(cause);
    if (!afterLoss.goesOn()) {
      return what;
    }
    return what
        + "; the lost results are computed again, and the program continues with "
        + (loss.survivors() > 0
            ? "the " + (loss.survivors() + 1) + " remaining ranks, which are numbered anew"
            : "rank 0 alone");
  }

  private void regroup(Followers.Loss loss) {
    Optional<Communicator> left = afterLoss.regroup(loss.survivors() + 1);
    Optional<ExecutionFailedException> failure = loss.end().get();
    if (failure.isPresent()) {
      listener.ifPresent(told -> told.failed(failure.get()));
    }
    if (left.isPresent() && isClosed()) {
      // They must be told that the run is over.
      following(left.get()).close();
    } else if (left.isPresent()) {
      followers = Optional.of(following(left.get()));
    } else if (loss.survivors() > 0) {
      log.warn("rank 0 continues alone: the other ranks have not joined again");
    }
  }

  @Override
  public List<NodeStatistics> statistics() {
    Optional<Followers> there = followers;
    return there.isPresent() ? there.get().statistics() : List.of();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /**
   * Ends the run on all ranks, and waits a few seconds for that. Ranks that are forming a new group
   * finish that first; otherwise they would wait for this one much longer.
   */
  @Override
  public void close() {
    long deadline = System.nanoTime() + MEETING.toNanos();
    synchronized (this) {
      closed = true;
      long left = MEETING.toNanos();
      while (left > 0 && afterLoss.goesOn() && isRegrouping()) {
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
        left = deadline - System.nanoTime();
      }
    }
    followers.ifPresent(Followers::close);
  }

  private synchronized boolean isRegrouping() {
    return regrouping || followers.map(Followers::hasFailed).orElse(false);
  }
}
