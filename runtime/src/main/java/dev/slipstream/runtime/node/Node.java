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
 * @param teams the devices in the order of their indices; only the last of several teams has more
 *     than one
 * @param splitter divides loops among the devices of a team
 * @param dry is told of everything that is submitted; empty without a dry run
 * @param ranks the nodes of the run, with which this one shares loops
 * @param measured measures executions to choose whether nodes share them; empty if that is not
 *     chosen
 * @param firstOnly whether every loop that is not divided runs on the first device of its team
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
   * Chooses by measurement whether nodes share a loop.
   *
   * @param choices the choices
   * @param times measures executions for them
   */
  record Measured(DivisionChoices choices, LoopTimes times) {
    /** Creates one without measurements. */
    static Measured nothing(Ticker ticker) {
      return nothing(ticker, new DivisionChoices());
    }

    /** Creates one for nodes that all run the program, of which this is the first. */
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
   * @param bytes how many bytes of its memory may be allocated at the same time
   */
  record Member(Device device, long bytes) {}

  Node {
    teams = List.copyOf(teams);
  }

  /** The devices, by their indices. */
  List<Member> members() {
    List<Member> all = new ArrayList<>();
    for (Team team : teams) {
      all.addAll(team.members());
    }
    return all;
  }

  /** Whether loops that are submitted to a team are shared: by its devices, or by nodes. */
  boolean shares(Team team) {
    return team.isShared() || ranks.isPresent();
  }

  /** The number of devices or nodes that share a loop of a team. */
  int sharing(Team team) {
    return ranks.isPresent() ? ranks.get().nodes() : team.members().size();
  }

  /** The cost of sharing, which decides from which size on it pays. */
  SharingCost sharingCost(Team team) {
    return ranks.isPresent() ? ranks.get().sharingCost() : team.sharingCost();
  }

  /** The stream that copies buffers back to the host. */
  BufferStream buffers() {
    return dry.isPresent() ? new ObservedBufferStream(stream, dry.get()) : stream;
  }

  /** The team that runs the loops submitted to a device; empty if there is none. */
  Optional<Team> team(Device device) {
    for (Team team : teams) {
      if (team.isAskedAs(device)) {
        return Optional.of(team);
      }
    }
    return Optional.empty();
  }

  /** The prefixes of the names of threads that the libraries of the devices keep. */
  List<String> threads() {
    List<String> names = new ArrayList<>();
    for (Member member : members()) {
      names.addAll(member.device().threads());
    }
    return names;
  }
}
