package dev.slipstream.runtime.report;

import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.observation.DryRunStatistics;
import java.util.List;

/** What several nodes would have moved, as lines of a report. */
final class DryRunTable {
  private DryRunTable() {}

  /** What is said above the table. */
  static String title(DryRunStatistics run) {
    int nodes = run.nodes().size();
    String who = nodes == 1 ? "1 node with one device" : nodes + " nodes with one device each";
    if (run.loops() == 0) {
      return "dry run of "
          + who
          + ": nothing to count, since no loop was submitted. Only loops count that run later, on an"
          + " OpenCL device: look for what keeps them from that above, or set slipstream.device and"
          + " slipstream.deferred.";
    }
    return "dry run: what "
        + who
        + " would have moved for "
        + Figures.count(run.loops())
        + (run.loops() == 1 ? " loop, " : " loops, ")
        + Figures.count(run.divided())
        + " divided among them";
  }

  /** The table; empty if there was nothing to count. */
  static List<String> lines(DryRunStatistics run) {
    if (run.loops() == 0) {
      return List.of();
    }
    Columns columns = new Columns(false, true, true, true, true, true, false);
    columns.add("node", "kernels", "to devices", "back", "on host", "sent", "");
    List<Traffic> nodes = run.nodes();
    for (int rank = 0; rank < nodes.size(); rank++) {
      String note = rank == 0 ? "has the program and its arrays" : "";
      columns.add(row(new NodeId(rank).toString(), nodes.get(rank), note));
    }
    columns.add(row("all", run.sum(), ""));
    return columns.lines();
  }

  private static String[] row(String name, Traffic traffic, String note) {
    return new String[] {
      name,
      Figures.count(traffic.kernels()),
      Figures.bytes(traffic.uploaded()),
      Figures.bytes(traffic.downloaded()),
      Figures.bytes(traffic.onHost()),
      Figures.bytes(traffic.sent()),
      note
    };
  }
}
