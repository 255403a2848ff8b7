package dev.slipstream.runtime.node;

import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.graph.command.Splitter;
import dev.slipstream.runtime.scheduling.NodeStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The devices whose memories hold arrays, and the stream of their tasks.
 *
 * @param teams the devices in the order of their places; of several teams only the last one has
 *     more than one
 * @param splitter divides loops among those of a team
 * @param dry hears of everything that is submitted; empty if nobody wants to know what other nodes
 *     would do
 * @param ranks the nodes of the run, with which this one shares loops
 * @param measured what executions have taken, by which it is chosen whether nodes share them; empty
 *     if that is not asked
 * @param firstOnly whether loops that are not divided run on the first device of their team,
 *     whatever they are
 */
record Node(
    List<Team> teams,
    NodeStream stream,
    Splitter splitter,
    Optional<DryNodes> dry,
    Optional<RankGroup> ranks,
    Optional<Measured> measured,
    boolean firstOnly) {
  /**
   * How it is chosen whether nodes share a loop.
   *
   * @param choices what is chosen
   * @param times measure executions for that
   */
  record Measured(DivisionChoices choices, LoopTimes times) {
    /** Nothing is known yet. */
    static Measured nothing(Ticker ticker) {
      return nothing(ticker, new DivisionChoices());
    }

    /** The same for nodes that all run the program, of which this is the first. */
    static Measured forAll(Ticker ticker, RankGroup all) {
      return nothing(ticker, new DivisionChoices(all::decide));
    }

    private static Measured nothing(Ticker ticker, DivisionChoices choices) {
      return new Measured(choices, new LoopTimes(choices::took, ticker));
    }
  }

  /**
   * A device.
   *
   * @param bytes how many bytes of its memory may be allocated at a time
   */
  record Member(Device device, long bytes) {}

  Node {
    teams = List.copyOf(teams);
  }

  /** The devices, by their places. */
  List<Member> members() {
    List<Member> all = new ArrayList<>();
    for (Team team : teams) {
      all.addAll(team.members());
    }
    return all;
  }

  /** Whether loops that go to a team are shared: by its devices, or by nodes. */
  boolean shares(Team team) {
    return team.isShared() || ranks.isPresent();
  }

  /** How many share a loop that goes to a team. */
  int sharing(Team team) {
    return ranks.isPresent() ? ranks.get().nodes() : team.members().size();
  }

  /** From when on it pays to share a loop. */
  SharingCost sharingCost(Team team) {
    return ranks.isPresent() ? ranks.get().sharingCost() : team.sharingCost();
  }

  /** Where buffers are brought home. */
  BufferStream buffers() {
    return dry.isPresent() ? new ObservedBufferStream(stream, dry.get()) : stream;
  }

  /** Who runs the loops that are submitted to a device; empty if none are. */
  Optional<Team> team(Device device) {
    for (Team team : teams) {
      if (team.isAskedAs(device)) {
        return Optional.of(team);
      }
    }
    return Optional.empty();
  }

  /** How the names of threads begin that the libraries of the devices keep. */
  List<String> threads() {
    List<String> names = new ArrayList<>();
    for (Member member : members()) {
      names.addAll(member.device().threads());
    }
    return names;
  }
}
