package dev.slipstream.runtime.execution;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run has ended. It is there from the start and filled without taking memory, so that waiting
 * threads are told also when memory has run out; they make their exceptions themselves. Written by
 * the executor thread until it is over, then read by any.
 */
final class Ending {
  private @Nullable Throwable cause;
  private @Nullable Job<?> failed;
  private List<String> abandoned = List.of();
  private volatile boolean over;

  /** Notes the first failure; what follows from it is not told. */
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

  /** From now on others may look. */
  void publish() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** The failure, once it is over and if there was one. From any thread. */
  Optional<ExecutionFailedException> failure() {
    return over && cause != null ? Optional.of(exception()) : Optional.empty();
  }

  /** The failure, or that the executor was shut down. From any thread, once it is over. */
  ExecutionFailedException exception() {
    Throwable why =
        cause != null ? cause : new IllegalStateException("the executor was shut down before");
    StringBuilder text = new StringBuilder(200);
    String place = failed == null ? "" : failed.text() + " failed on " + failed.laneText();
    text.append(failed == null ? "the run was ended" : place);
    text.append(": ").append(why).append(". What was not complete by then never will be");
    if (!abandoned.isEmpty()) {
      text.append("; still running, and perhaps writing to arrays: ")
          .append(String.join(", ", abandoned));
    }
    text.append(". With slipstream.device=host the program runs without devices.");
    return new ExecutionFailedException(text.toString(), why, !abandoned.isEmpty(), place);
  }
}
