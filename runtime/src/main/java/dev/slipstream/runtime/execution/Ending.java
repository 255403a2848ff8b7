package dev.slipstream.runtime.execution;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run has ended. It exists from the start and is filled without allocating, so that waiting
 * threads are notified even if memory has run out; they create their own exceptions. Written by the
 * executor thread until the run is over, then read by any thread.
 */
final class Ending {
  private @Nullable Throwable cause;
  private @Nullable Job<?> failed;
  private List<String> abandoned = List.of();
  private volatile boolean over;

  /** Notes the first failure; later ones, which may follow from it, are ignored. */
  void fail(Throwable why, @Nullable Job<?> where) {
    if (cause == null) {
      cause = why;
      failed = where;
    }
  }

  @Nullable Throwable cause() {
    return cause;
  }

  /** Notes jobs that may still be running. */
  void abandon(List<String> jobs) {
    abandoned = jobs;
  }

  /** Makes the ending visible to other threads. */
  void publish() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** The failure; empty before the run is over, and if there was none. Any thread may call this. */
  Optional<ExecutionFailedException> failure() {
    return over && cause != null ? Optional.of(exception()) : Optional.empty();
  }

  /**
   * An exception for the failure, or for the shut-down of the executor. Any thread may call this
   * once the run is over.
   */
  ExecutionFailedException exception() {
    Throwable why =
        cause != null ? cause : new IllegalStateException("the executor was shut down before");
    StringBuilder text = new StringBuilder(200);
    String place = failed == null ? "" : failed.text() + " failed on " + failed.laneText();
    text.append(failed == null ? "the run was ended" : place);
    text.append(": ").append(why).append(". Work that was not complete is lost");
    if (!abandoned.isEmpty()) {
      text.append("; still running, and possibly writing to arrays: ")
          .append(String.join(", ", abandoned));
    }
    text.append(". With slipstream.device=host the program runs without devices.");
    return new ExecutionFailedException(text.toString(), why, !abandoned.isEmpty(), place);
  }
}
