package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.StreamSegment.Entry;
import java.util.Optional;

/**
 * The first place where two ranks did not submit the same task.
 *
 * @param task the index in the stream
 * @param firstRank one rank
 * @param firstName its task: class, method and line of the loop
 * @param secondRank the other rank
 * @param secondName the task of that one
 */
public record StreamDivergence(
    TaskId task, NodeId firstRank, String firstName, NodeId secondRank, String secondName) {
  private static final String NOTHING = "nothing before its next horizon";

  /**
   * Compares the same segment of two ranks. All earlier segments must have been equal.
   *
   * @param firstRank one rank
   * @param first its segment
   * @param secondRank the other rank
   * @param second its segment
   * @return the first difference, empty if there is none
   */
  public static Optional<StreamDivergence> between(
      NodeId firstRank, StreamSegment first, NodeId secondRank, StreamSegment second) {
    if (first.hash() == second.hash() && first.end().equals(second.end())) {
      return Optional.empty();
    }
    int common = Math.min(first.tasks().size(), second.tasks().size());
    int same = 0;
    while (same < common && first.tasks().get(same).hash() == second.tasks().get(same).hash()) {
      same++;
    }
    TaskId task =
        same < first.tasks().size()
            ? first.tasks().get(same).task()
            : same < second.tasks().size() ? second.tasks().get(same).task() : first.end();
    return Optional.of(
        new StreamDivergence(task, firstRank, name(first, same), secondRank, name(second, same)));
  }

  private static String name(StreamSegment segment, int place) {
    if (place >= segment.tasks().size()) {
      return NOTHING;
    }
    Entry entry = segment.tasks().get(place);
    return entry.name();
  }

  /**
   * Returns a description of the difference.
   *
   * @return what happened, where, why, and what the user can do
   */
  public String text() {
    return "the ranks do not run the same program: as task "
        + task
        + ", rank "
        + firstRank.rank()
        + " submitted "
        + firstName
        + " and rank "
        + secondRank.rank()
        + " submitted "
        + secondName
        + (firstName.equals(secondName) ? " with other bounds or arrays" : "")
        + ". Every rank must decide alike: look for time, random numbers, environment or rank in the"
        + " conditions before it, or run with slipstream.mode=master";
  }
}
