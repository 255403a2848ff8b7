package dev.slipstream.runtime.graph.task;

import java.util.Locale;

/**
 * A horizon or an epoch: it waits for everything before it. A horizon later stands for that, so
 * that what is older can be forgotten; after an epoch, everything waits for it.
 *
 * @param id its place in the stream
 * @param kind what it is made for
 */
public record MarkTask(TaskId id, Kind kind) implements Task {
  /** What a mark is made for. */
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
