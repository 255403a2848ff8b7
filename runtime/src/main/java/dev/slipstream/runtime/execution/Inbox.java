package dev.slipstream.runtime.execution;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The input of the executor thread: jobs from one thread; ends of jobs and orders from any thread.
 */
final class Inbox<W> {
  final HandOver<Job<W>> submissions;

  /** Wakes the executor thread. */
  final Doorbell executor = new Doorbell();

  /** Wakes the submitting thread, which may wait for room. */
  final Doorbell submitter = new Doorbell();

  private final AtomicReference<@Nullable Job<W>> ended = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> abortion = new AtomicReference<>();
  private volatile boolean closing;
  private volatile boolean expecting;
  private volatile boolean needsEnds;

  /** How often {@link #ask} was called, and up to which call it was answered. */
  private final AtomicLong asked = new AtomicLong();

  private volatile long answered;

  /** For how long jobs may run without any of them ending; null if there is no limit. */
  private volatile @Nullable Limit limit;

  /**
   * A limit on how long jobs may run without any of them ending.
   *
   * @param nanos the time since the last end, or since the executor noticed the limit
   * @param cause the reason with which the run ends then
   */
  record Limit(long nanos, Throwable cause) {}

  Inbox(int capacity) {
    submissions = new HandOver<>(capacity);
  }

  /**
   * Adds a job that has ended. Takes no lock, does not allocate, and wakes no thread. Any thread
   * may call this.
   */
  void ended(Job<W> job) {
    Job<W> newest;
    do {
      newest = ended.get();
      job.next = newest;
    } while (!ended.compareAndSet(newest, job));
  }

  /** Whether the executor has to be woken for each end. */
  boolean needsEnds() {
    return needsEnds;
  }

  /** Sets {@link #needsEnds()}. For the executor's thread. */
  void needsEnds(boolean all) {
    if (needsEnds != all) {
      needsEnds = all;
    }
  }

  boolean hasEnded() {
    return ended.get() != null;
  }

  /** Takes all jobs that have ended since the last call, in the order in which they ended. */
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

  /**
   * Requests that all ends up to now are noted; returns the argument for {@link #isAnswered}. Any
   * thread may call this.
   */
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

  /** The number of requests. Read before ends are taken, because these ends answer them. */
  long asked() {
    return asked.get();
  }

  /** Answers requests after the ends were noted. For the executor's thread. */
  void answer(long questions) {
    if (answered != questions) {
      answered = questions;
    }
  }

  /** Ends the run; the first cause counts. Any thread may call this. */
  void abort(Throwable cause) {
    abortion.compareAndSet(null, cause);
    executor.ring();
  }

  @Nullable Throwable abortion() {
    return abortion.get();
  }

  /** Sets or lifts (null) the limit for running jobs. Any thread may call this. */
  void limit(@Nullable Limit to) {
    limit = to;
    executor.ring();
  }

  @Nullable Limit limit() {
    return limit;
  }

  /** No more jobs follow. Any thread may call this. */
  void close() {
    closing = true;
    executor.ring();
  }

  /** Announces that jobs will be submitted. Any thread may call this. */
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
