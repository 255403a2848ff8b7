package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What reaches the executor thread: jobs from one thread; ends of jobs and orders from any. */
final class Inbox<W> {
  final HandOver<Job<W>> submissions;

  /** Wakes the executor thread. */
  final Doorbell executor = new Doorbell();

  /** Wakes the submitting thread, which may wait for space. */
  final Doorbell submitter = new Doorbell();

  private final AtomicReference<@Nullable Job<W>> ended = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> abortion = new AtomicReference<>();
  private volatile boolean closing;
  private volatile boolean expecting;
  private volatile boolean needsEnds;

  /** How often somebody has asked that all ends so far are noted, and up to which they are. */
  private final AtomicLong asked = new AtomicLong();

  private volatile long answered;

  /**
   * How long jobs may run on without an end of one, and why no longer; null while there is time.
   */
  private volatile @Nullable Limit limit;

  /**
   * How long jobs may run on without an end of one.
   *
   * @param nanos from the end of the last one on, or from when this is seen
   * @param cause why the run ends then
   */
  record Limit(long nanos, Throwable cause) {}

  Inbox(int capacity) {
    submissions = new HandOver<>(capacity);
  }

  /** Takes no lock and no memory, and wakes nobody. From any thread. */
  void ended(Job<W> job) {
    Job<W> newest;
    do {
      newest = ended.get();
      job.next = newest;
    } while (!ended.compareAndSet(newest, job));
  }

  /** Whether the executor is to be woken for each end. */
  boolean needsEnds() {
    return needsEnds;
  }

  /** By the executor's thread. */
  void needsEnds(boolean all) {
    if (needsEnds != all) {
      needsEnds = all;
    }
  }

  boolean hasEnded() {
    return ended.get() != null;
  }

  /** All jobs that have ended since the last call, in the order of their ends. */
  @Nullable Job<W> takeEnded() {
    Job<W> newest = ended.get() == null ? null : ended.getAndSet(null);
    Job<W> oldest = null;
    while (newest != null) {
      Job<W> next = newest.next;
      newest.next = oldest;
      oldest = newest;
      newest = next;
    }
    return oldest;
  }

  /** Asks that all ends so far are noted; returns what {@link #isAnswered} takes. By any thread. */
  long ask() {
    long question = asked.incrementAndGet();
    executor.ring();
    return question;
  }

  boolean isAnswered(long question) {
    return answered >= question;
  }

  boolean isAsked() {
    return asked.get() != answered;
  }

  /** What was asked before ends are taken is answered with them. */
  long asked() {
    return asked.get();
  }

  /** By the executor's thread, when it has noted the ends. */
  void answer(long questions) {
    if (answered != questions) {
      answered = questions;
    }
  }

  /** Ends the run; the first cause counts. From any thread. */
  void abort(Throwable cause) {
    abortion.compareAndSet(null, cause);
    executor.ring();
  }

  @Nullable Throwable abortion() {
    return abortion.get();
  }

  /**
   * From now on jobs may run on for so long only; null for as long as they like. From any thread.
   */
  void limit(@Nullable Limit to) {
    limit = to;
    executor.ring();
  }

  @Nullable Limit limit() {
    return limit;
  }

  /** No more jobs come. From any thread. */
  void close() {
    closing = true;
    executor.ring();
  }

  /** Jobs are about to be submitted. From any thread. */
  void expect() {
    if (executor.isWaitedAt() && !expecting) {
      expecting = true;
      executor.nudge();
    }
  }

  boolean isExpecting() {
    return expecting;
  }

  void stopExpecting() {
    expecting = false;
  }

  boolean isClosing() {
    return closing;
  }
}
