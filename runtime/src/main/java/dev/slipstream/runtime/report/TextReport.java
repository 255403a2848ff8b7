package dev.slipstream.runtime.report;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.LoopStatistics.OnDevice;
import dev.slipstream.runtime.observation.NodeStatistics;
import dev.slipstream.runtime.observation.SharingStatistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes the report as text, in lines of at most {@link Columns#WIDTH} characters. */
final class TextReport {
  private static final String INDENT = "  ";
  private static final String DEEPER = "    ";

  private final ReportContent content;
  private final boolean full;
  private final List<String> lines = new ArrayList<>();

  private TextReport(ReportContent content, boolean full) {
    this.content = content;
    this.full = full;
  }

  /** Returns the report, ending with a line break. */
  static String of(ReportContent content, ReportLength length) {
    TextReport report = new TextReport(content, length == ReportLength.FULL);
    report.write();
    return String.join(System.lineSeparator(), report.lines) + System.lineSeparator();
  }

  private void write() {
    wrapped("", Report.PREFIX + header());
    if (content.loops() > 0) {
      lines.add("");
      table();
    }
    submitted(content.graphs());
    dryRun(content.dryRun());
    nodes(content.nodes());
    if (full) {
      content.taken().forEach(this::details);
      content.refused().forEach(this::details);
      builds(content.builds());
    }
    if (!content.messages().isEmpty()) {
      lines.add("");
      content.messages().forEach(m -> wrapped(INDENT, m));
    }
  }

  private String header() {
    if (content.loops() == 0) {
      return Report.NO_LOOP;
    }
    String device =
        content.deviceDescription().isEmpty()
            ? "no device used"
            : content.deviceDescription() + " (" + content.device() + ")";
    return String.join(
        " · ",
        device,
        content.taken().size() + " of " + plural(content.loops(), "loop") + " taken" + stayed(),
        plural(content.deviceRuns(), "run"),
        "host waited " + Figures.seconds(content.waitedNanos()));
  }

  /** How many of the taken loops have always run on the host. */
  private String stayed() {
    long stayed = 0;
    for (TakenEntry loop : content.taken()) {
      stayed += loop.allRuns() > 0 && loop.statistics().deviceRuns() == 0 ? 1 : 0;
    }
    return stayed == 0 ? "" : " (" + Figures.count(stayed) + " always on the host)";
  }

  private void table() {
    Columns columns = new Columns(false, true, false, true, true, true, true, false);
    columns.add("loop", "runs", "where", "kernel", "moved", "host alone", "gain", "why not / note");
    for (TakenEntry loop : content.taken()) {
      LoopStatistics statistics = loop.statistics();
      long kernel = 0;
      long moved = 0;
      for (OnDevice on : statistics.devices()) {
        kernel += on.kernelNanos();
        moved += on.bytesIn() + on.bytesOut();
      }
      OptionalLong alone = statistics.hostAloneNanos();
      columns.add(
          loop.name(),
          Figures.count(loop.allRuns()),
          loop.allRuns() == 0 ? Figures.NONE : loop.where(),
          statistics.deviceRuns() == 0 ? Figures.NONE : Figures.seconds(kernel),
          Figures.bytes(moved),
          alone.isPresent() ? Figures.seconds(alone.getAsLong()) : Figures.NONE,
          gain(statistics),
          note(loop));
    }
    for (RefusedEntry loop : content.refused()) {
      String none = Figures.NONE;
      columns.add(loop.name(), none, "host", none, none, none, none, loop.reason());
    }
    lines.addAll(columns.lines());
    pages();
  }

  /** Says once where the refusals are explained. */
  private void pages() {
    Map<String, Set<String>> sections = new LinkedHashMap<>();
    for (RefusedEntry loop : content.refused()) {
      int hash = loop.page().indexOf('#');
      if (hash > 0) {
        sections
            .computeIfAbsent(loop.page().substring(0, hash), p -> new LinkedHashSet<>())
            .add(loop.page().substring(hash));
      }
    }
    sections.forEach(
        (page, parts) -> {
          lines.add("");
          wrapped(INDENT, "refused: see " + page + String.join(", ", parts));
        });
  }

  private static String note(TakenEntry loop) {
    String remarks = loop.remarks();
    String mappers = loop.shortMappers();
    return remarks.isEmpty() || mappers.isEmpty() ? remarks + mappers : remarks + "; " + mappers;
  }

  private static String gain(LoopStatistics statistics) {
    OptionalLong alone = statistics.hostAloneNanos();
    return alone.isPresent() && statistics.waitedNanos() > 0
        ? Figures.ratio((double) alone.getAsLong() / statistics.waitedNanos())
        : Figures.NONE;
  }

  private void details(TakenEntry loop) {
    lines.add("");
    lines.add(INDENT + loop.name());
    for (OnDevice on : loop.statistics().devices()) {
      wrapped(
          DEEPER,
          on.device()
              + ": "
              + plural(on.runs(), "run")
              + ", "
              + plural(on.iterations(), "iteration")
              + ", "
              + plural(on.launches(), "launch")
              + ", "
              + Figures.bytes(on.bytesIn())
              + " in, "
              + Figures.bytes(on.bytesOut())
              + " out, kernel "
              + Figures.seconds(on.kernelNanos())
              + ", waited "
              + Figures.seconds(on.waitedNanos()));
    }
    if (loop.statistics().measuredWork() > 0) {
      wrapped(
          DEEPER, "measured on the host: " + Figures.seconds(loop.statistics().measuredNanos()));
    }
    if (loop.statistics().preparedNanos() > 0) {
      wrapped(
          DEEPER,
          "made ready for devices in " + Figures.seconds(loop.statistics().preparedNanos()));
    }
    loop.statistics()
        .hostReasons()
        .forEach(
            (reason, count) ->
                wrapped(DEEPER, "host: " + plural(count, "run") + ", because " + reason));
    sharing(loop.statistics().sharing());
    loop.statistics().deviceProblems().forEach(p -> wrapped(DEEPER, "not used: " + p));
    String parameters =
        loop.parameters().stream().map(TextReport::declaration).collect(Collectors.joining(", "));
    wrapped(DEEPER, "parameters: " + (parameters.isEmpty() ? "none" : parameters));
    loop.mappers().forEach(line -> wrapped(DEEPER, line));
    if (!loop.note().isEmpty()) {
      wrapped(DEEPER, "note: " + loop.note());
    }
  }

  private void sharing(SharingStatistics sharing) {
    if (sharing.shared() > 0) {
      wrapped(DEEPER, "shared: " + plural(sharing.shared(), "run"));
    }
    sharing
        .whole()
        .forEach(
            (reason, count) ->
                wrapped(DEEPER, "not shared: " + plural(count, "run") + ", because " + reason));
  }

  private void builds(BuildStatistics builds) {
    if (builds.fromCache() + builds.built() > 0) {
      lines.add("");
      wrapped(
          INDENT,
          "kernels: "
              + Figures.count(builds.fromCache())
              + " from the cache, "
              + Figures.count(builds.built())
              + " built");
    }
  }

  private void submitted(GraphStatistics graphs) {
    if (graphs.submitted() == 0) {
      return;
    }
    Traffic traffic = graphs.traffic();
    List<String> figures = new ArrayList<>();
    figures.add("submitted: " + plural(graphs.loops(), "loop"));
    figures.add(
        traffic.uploaded() + traffic.downloaded() == 0
            ? "nothing copied"
            : Figures.bytes(traffic.uploaded())
                + " to devices, "
                + Figures.bytes(traffic.downloaded())
                + " back");
    if (traffic.exchanged() > 0) {
      figures.add(Figures.bytes(traffic.exchanged()) + " between devices");
    }
    if (traffic.spilled() > 0) {
      figures.add(Figures.bytes(traffic.spilled()) + " back because memory was short");
    }
    figures.add("at most " + Figures.bytes(graphs.mostDeviceBytes()) + " there");
    if (graphs.waits() > 0) {
      figures.add("waited " + Figures.seconds(graphs.waitedNanos()));
    }
    lines.add("");
    wrapped(INDENT, String.join(" · ", figures));
    if (full) {
      details(graphs);
    }
  }

  private void nodes(List<NodeStatistics> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    long bytes = nodes.stream().mapToLong(NodeStatistics::bytes).sum();
    lines.add("");
    lines.add(INDENT + nodes.size() + " ranks; " + Figures.bytes(bytes) + " sent between them");
    Columns columns = new Columns(false, true, true, true, false, false);
    columns.add("rank", "parts of loops", "messages", "sent", "route", "");
    for (NodeStatistics node : nodes) {
      columns.add(
          Integer.toString(node.rank()),
          Figures.count(node.kernels()),
          Figures.count(node.messages()),
          Figures.bytes(node.bytes()),
          node.route(),
          node.device().isEmpty() ? "has the program and its arrays" : node.device());
    }
    lines.addAll(columns.lines());
  }

  private void dryRun(DryRunStatistics run) {
    if (!run.nodes().isEmpty()) {
      lines.add("");
      wrapped(INDENT, title(run));
      lines.addAll(table(run));
    }
  }

  /** The title of the table. */
  private static String title(DryRunStatistics run) {
    int nodes = run.nodes().size();
    String who = nodes == 1 ? "1 node with one device" : nodes + " nodes with one device each";
    if (run.loops() == 0) {
      return "dry run of "
          + who
          + ": no loop was counted. Only deferred loops on an OpenCL device count: see above why"
          + " there were none, or set slipstream.device and slipstream.deferred.";
    }
    return "dry run: what "
        + who
        + " would have moved for "
        + Figures.count(run.loops())
        + (run.loops() == 1 ? " loop, " : " loops, ")
        + Figures.count(run.divided())
        + " divided among them";
  }

  /** The table; empty if there is nothing to count. */
  private static List<String> table(DryRunStatistics run) {
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

  private void details(GraphStatistics graphs) {
    wrapped(
        DEEPER,
        "tasks: "
            + Figures.count(graphs.submitted())
            + " submitted, "
            + Figures.count(graphs.executed())
            + " executed; at most "
            + Figures.count(graphs.mostTasks())
            + " live and "
            + plural(graphs.mostHorizons(), "horizon")
            + " pending; waited "
            + plural(graphs.waits(), "time"));
    for (GraphStatistics.Memory memory : graphs.memories()) {
      wrapped(
          DEEPER,
          "memory of "
              + memory.name()
              + ": "
              + Figures.bytes(memory.used())
              + " in use, at most "
              + Figures.bytes(memory.most()));
    }
    for (GraphStatistics.Kernels kernels : graphs.kernels()) {
      wrapped(
          DEEPER,
          kernels.loop()
              + " on "
              + kernels.device()
              + ": "
              + plural(kernels.runs(), "run")
              + ", "
              + Figures.seconds(kernels.nanos())
              + " busy, "
              + Figures.bytes(kernels.bytesIn())
              + " in, "
              + Figures.bytes(kernels.bytesOut())
              + " out");
    }
  }

  private void details(RefusedEntry loop) {
    lines.add("");
    loop.message().lines().forEach(line -> wrapped(INDENT, line));
  }

  /** Adds a text. Its broken lines keep the sum of its own indent and this one. */
  private void wrapped(String indent, String text) {
    String own = " ".repeat(text.length() - text.stripLeading().length());
    String whole = indent + own;
    for (String part : Columns.broken(text.strip(), Columns.WIDTH - whole.length())) {
      lines.add(whole + part);
    }
  }

  private static String declaration(KernelParameter parameter) {
    String descriptor = parameter.descriptor();
    String element =
        switch (descriptor.charAt(descriptor.length() - 1)) {
          case 'Z' -> "boolean";
          case 'B' -> "byte";
          case 'S' -> "short";
          case 'C' -> "char";
          case 'I' -> "int";
          case 'J' -> "long";
          case 'F' -> "float";
          default -> "double";
        };
    return element + "[]".repeat(parameter.depth()) + " " + parameter.name();
  }

  private static String plural(long count, String noun) {
    String ending = count == 1 ? "" : noun.endsWith("ch") ? "es" : "s";
    return Figures.count(count) + " " + noun + ending;
  }
}
