package dev.slipstream.demo.runner;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the agent reported about a program.
 *
 * @param device the device that the agent was to use
 * @param loops every annotated loop that the agent found
 * @param betweenRanks how many bytes the ranks exchanged; 0 if there was one rank
 * @param built how many kernels the driver compiled in this run; it had compiled the others before
 */
record AgentReport(String device, List<LoopEntry> loops, long betweenRanks, long built) {

  /**
   * One loop of the report.
   *
   * @param name class, method and line
   * @param taken whether the agent took it; otherwise it stayed as it was
   * @param reason why it was refused, or ran on the host; may be empty
   * @param where the device it ran on
   * @param runs how many times it ran there
   * @param hostRuns how many times it ran on the host
   * @param launches the kernel launches on the device
   */
  record LoopEntry(
      String name,
      boolean taken,
      String reason,
      String where,
      long runs,
      long hostRuns,
      long launches) {}

  /**
   * Reads a report file's text.
   *
   * @throws RunnerException if it is not a report
   */
  static AgentReport parse(String text) throws RunnerException {
    try {
      JsonObject report = Json.parse(text).asObject();
      JsonValue entries = report.get("loops");
      if (entries == null) {
        throw new RunnerException("the agent's report cannot be read: it has no loops");
      }
      List<LoopEntry> loops = new ArrayList<>();
      for (JsonValue value : entries.asArray()) {
        JsonObject loop = value.asObject();
        loops.add(
            new LoopEntry(
                loop.getString("name", "?"),
                loop.getString("decision", "").equals("taken"),
                loop.getString("reason", ""),
                loop.getString("where", "host"),
                loop.getLong("runs", 0),
                loop.getLong("hostRuns", 0),
                loop.getLong("launches", 0)));
      }
      JsonValue nodes = report.get("nodes");
      long between = 0;
      if (nodes != null) {
        for (JsonValue node : nodes.asArray()) {
          between += node.asObject().getLong("bytes", 0);
        }
      }
      return new AgentReport(
          report.getString("device", "?"),
          List.copyOf(loops),
          between,
          report.getLong("cacheMisses", 0));
    } catch (ParseException | UnsupportedOperationException e) {
      throw new RunnerException("the agent's report cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns where the loops ran, such as {@code opencl:0} or {@code opencl:0+cpu}. */
  String places() {
    String places =
        loops.stream()
            .filter(loop -> loop.taken() && loop.runs() > 0)
            .map(LoopEntry::where)
            .distinct()
            .collect(Collectors.joining("+"));
    return places.isEmpty() ? "host" : places;
  }

  long launches() {
    return loops.stream().mapToLong(LoopEntry::launches).sum();
  }

  long taken() {
    return loops.stream().filter(LoopEntry::taken).count();
  }

  long refused() {
    return loops.size() - taken();
  }
}
