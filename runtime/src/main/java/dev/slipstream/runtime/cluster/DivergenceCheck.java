package dev.slipstream.runtime.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Compares on the first rank what the ranks submit that all run the same program: the digests of
 * their tasks, how many there are, and since when. Thread-safe.
 */
final class DivergenceCheck {
  private static final long OPEN = Long.MAX_VALUE;

  private final int ranks;
  private final List<Deque<Long>> digests = new ArrayList<>();
  private final long[] counts;
  private final long[] since;
  private final long[] ends;

  /** The number of tasks that are the same on all ranks. */
  private long agreed;

  /**
   * @param ranks the number of ranks
   * @param now the time in nanoseconds
   */
  DivergenceCheck(int ranks, long now) {
    this.ranks = ranks;
    counts = new long[ranks];
    since = new long[ranks];
    Arrays.fill(since, now);
    ends = new long[ranks];
    Arrays.fill(ends, OPEN);
    for (int rank = 0; rank < ranks; rank++) {
      digests.add(new ArrayDeque<>());
    }
  }

  /**
   * A difference between ranks.
   *
   * @param place the index of the first task that differs, from 0 on
   * @param rank has another task there than {@code other}, or none
   * @param other has a task there
   */
  record Difference(Kind kind, long place, int rank, int other) {
    /** The rank that has to describe its task there. */
    int described() {
      return kind == Kind.OTHER_TASK ? rank : other;
    }
  }

  /** The kind of a difference. */
  enum Kind {
    /** One rank has another task than the other. */
    OTHER_TASK,
    /** The program has ended on one rank. */
    ENDED,
    /** One rank does not reach the place of the other. */
    LATE
  }

  /**
   * Notes that a rank has submitted tasks.
   *
   * @param now the time in nanoseconds
   * @return the first difference, if there is one
   */
  synchronized Optional<Difference> submitted(int rank, List<Long> more, long now) {
    digests.get(rank).addAll(more);
    counts[rank] += more.size();
    since[rank] = more.isEmpty() ? since[rank] : now;
    return difference();
  }

  /**
   * Notes that some rank runs a host task, which may take any time: each other rank may be waiting
   * for it.
   *
   * @param now the time in nanoseconds
   */
  synchronized void isOneAtWork(long now) {
    Arrays.fill(since, now);
  }

  /** Notes that the program has ended on a rank, after this many tasks. */
  synchronized Optional<Difference> ended(int rank, long count) {
    ends[rank] = count;
    return difference();
  }

  private Optional<Difference> difference() {
    while (digests.stream().noneMatch(Deque::isEmpty)) {
      long first = digests.get(0).remove();
      for (int rank = 1; rank < ranks; rank++) {
        if (digests.get(rank).remove() != first) {
          return Optional.of(new Difference(Kind.OTHER_TASK, agreed, rank, 0));
        }
      }
      agreed++;
    }
    for (int rank = 0; rank < ranks; rank++) {
      for (int other = 0; other < ranks; other++) {
        if (agreed == ends[rank] && counts[other] > ends[rank]) {
          return Optional.of(new Difference(Kind.ENDED, agreed, rank, other));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Finds a rank that does not reach the place of another one.
   *
   * @param limit for how long, in nanoseconds
   */
  synchronized Optional<Difference> stall(long now, long limit) {
    int first = 0;
    int last = 0;
    for (int rank = 1; rank < ranks; rank++) {
      first = counts[rank] > counts[first] ? rank : first;
      last = counts[rank] < counts[last] ? rank : last;
    }
    boolean isLate = counts[last] < counts[first];
    return isLate && now - since[last] > limit && now - since[first] > limit
        ? Optional.of(new Difference(Kind.LATE, counts[last], last, first))
        : Optional.empty();
  }

  /** Whether the program has ended on all ranks. */
  synchronized boolean allHaveEnded() {
    return Arrays.stream(ends).allMatch(end -> end != OPEN);
  }
}
