package dev.slipstream.runtime.graph.task;

import java.util.Locale;

/**
 * A horizon or an epoch, which waits for everything before it. A horizon later replaces everything
 * before it, so that this can be forgotten; everything after an epoch waits for it.
 *
 * @param id its place in the stream
 * @param kind its purpose
 */
public record MarkTask(TaskId id, Kind kind) implements Task {
  /** The purpose of a mark. */
  public enum Kind {
    /** A horizon. */
    HORIZON,
    /** The epoch that is the first task. */
    START,
    /** The epoch where the program waits for everything. */
    BARRIER,
    /** The epoch that is the last task. */
    SHUTDOWN
  }

  /** Whether it is an epoch. */
  public boolean isEpoch() {
    return kind != Kind.HORIZON;
  }

  @Override
  public String toString() {
    return id + " " + (isEpoch() ? "epoch " + kind : kind.name().toLowerCase(Locale.ROOT));
  }
}
