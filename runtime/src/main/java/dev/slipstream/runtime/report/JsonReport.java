package dev.slipstream.runtime.report;

import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.LoopStatistics.OnDevice;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Writes the report as one JSON object.
 *
 * <p>For a loop, {@code runs} are executions on devices and {@code hostRuns} those on the host;
 * {@code iterations}, {@code kernelMillis}, {@code launches} and the bytes belong to the device
 * executions. {@code where} is {@code host} for a loop that never ran on a device. {@code
 * hostReasons} has the reasons for executions on the host, with counts. {@code hostMillis} is the
 * time that the device executions would have taken on the host alone, scaled from measured host
 * executions, or null if none was measured. {@code prepareMillis} is the time in which the kernel
 * was prepared for devices.
 *
 * <p>{@code verified} counts the executions that were compared with the host's results, {@code
 * differences} those of them that differed, and {@code unverified} those that could not be
 * compared. {@code inspections} counts the executions that an inspector checked for exceptions,
 * {@code keptVerdicts} those for which an earlier inspection was still valid. {@code shared} counts
 * the deferred executions that several devices or ranks shared, {@code notShared} those that they
 * could have shared, by the reason. {@code page} says where a refusal is explained, and is empty
 * for a loop that was taken. {@code mappers} describes what the first execution read and wrote of
 * each array, and along which loops it can be divided.
 *
 * <p>{@code cacheHits} counts the kernels that were loaded as an earlier run had left them, {@code
 * cacheMisses} those that a driver had to build. {@code submitted} has the figures of loops that
 * were submitted as tasks: bytes by direction, how much was pending, how much memory was allocated,
 * and the runs of each loop on each device. {@code dryRun} is present after a dry run, with what
 * each node would have moved. {@code nodes} is present if several ranks share loops, with the parts
 * that each has run and what it has sent to others.
 */
final class JsonReport {
  private JsonReport() {}

  /** Returns the object, ending with a line break. */
  static String of(ReportContent content) {
    JsonWriter json = new JsonWriter();
    json.beginObject();
    json.member("version").text(content.version());
    json.member("device").text(content.device());
    json.member("deviceDescription").text(content.deviceDescription());
    json.member("loops").beginArray();
    for (TakenEntry loop : content.taken()) {
      loop(
          json,
          loop.name(),
          "taken",
          loop.reason(),
          loop.where(),
          loop.statistics(),
          loop.remarks(),
          "",
          loop.mappers());
    }
    for (RefusedEntry loop : content.refused()) {
      loop(
          json,
          loop.name(),
          "refused",
          loop.reason(),
          "host",
          LoopStatistics.NONE,
          loop.advice(),
          loop.page(),
          List.of());
    }
    json.endArray();
    json.member("millisWaited").millis(content.waitedNanos());
    json.member("cacheHits").number(content.builds().fromCache());
    json.member("cacheMisses").number(content.builds().built());
    submitted(json, content.graphs());
    dryRun(json, content.dryRun());
    nodes(json, content.nodes());
    json.member("messages").beginArray();
    content.messages().forEach(json::text);
    json.endArray();
    json.endObject();
    return json.toString() + "\n";
  }

  private static void nodes(JsonWriter json, List<NodeStatistics> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    json.member("nodes").beginArray();
    for (NodeStatistics node : nodes) {
      json.beginObject();
      json.member("rank").number(node.rank());
      json.member("device").text(node.device());
      json.member("route").text(node.route());
      json.member("kernels").number(node.kernels());
      json.member("messages").number(node.messages());
      json.member("bytes").number(node.bytes());
      json.endObject();
    }
    json.endArray();
  }

  private static void loop(
      JsonWriter json,
      String name,
      String decision,
      String reason,
      String where,
      LoopStatistics statistics,
      String note,
      String page,
      List<String> mappers) {
    json.beginObject();
    json.member("name").text(name);
    json.member("decision").text(decision);
    json.member("reason").text(reason);
    json.member("where").text(where);
    json.member("runs").number(statistics.deviceRuns());
    json.member("hostRuns").number(statistics.hostRuns());
    json.member("iterations").number(sum(statistics, OnDevice::iterations));
    json.member("kernelMillis").millis(sum(statistics, OnDevice::kernelNanos));
    json.member("launches").number(sum(statistics, OnDevice::launches));
    json.member("bytesIn").number(sum(statistics, OnDevice::bytesIn));
    json.member("bytesOut").number(sum(statistics, OnDevice::bytesOut));
    OptionalLong alone = statistics.hostAloneNanos();
    if (alone.isPresent()) {
      json.member("hostMillis").millis(alone.getAsLong());
    } else {
      json.member("hostMillis").nothing();
    }
    json.member("prepareMillis").millis(statistics.preparedNanos());
    json.member("hostReasons").beginObject();
    statistics.hostReasons().forEach((why, count) -> json.member(why).number(count));
    json.endObject();
    json.member("shared").number(statistics.sharing().shared());
    json.member("notShared").beginObject();
    statistics.sharing().whole().forEach((why, count) -> json.member(why).number(count));
    json.endObject();
    json.member("verified").number(statistics.verification().executions());
    json.member("differences").number(statistics.verification().differing());
    json.member("unverified").number(statistics.verification().skipped());
    json.member("inspections").number(statistics.inspections());
    json.member("keptVerdicts").number(statistics.keptVerdicts());
    json.member("note").text(note);
    json.member("page").text(page);
    json.member("mappers").beginArray();
    mappers.forEach(json::text);
    json.endArray();
    json.endObject();
  }

  private static void submitted(JsonWriter json, GraphStatistics graphs) {
    Traffic traffic = graphs.traffic();
    json.member("submitted").beginObject();
    json.member("tasks").number(graphs.submitted());
    json.member("loops").number(graphs.loops());
    json.member("executed").number(graphs.executed());
    json.member("kernels").number(traffic.kernels());
    json.member("bytesToDevices").number(traffic.uploaded());
    json.member("bytesFromDevices").number(traffic.downloaded());
    json.member("bytesBetweenDevices").number(traffic.exchanged());
    json.member("bytesOnHost").number(traffic.onHost());
    json.member("bytesResized").number(traffic.resized());
    json.member("bytesSpilled").number(traffic.spilled());
    json.member("bytesSent").number(traffic.sent());
    json.member("mostHorizons").number(graphs.mostHorizons());
    json.member("mostTasks").number(graphs.mostTasks());
    json.member("waits").number(graphs.waits());
    json.member("waitMillis").millis(graphs.waitedNanos());
    json.member("memories").beginArray();
    for (GraphStatistics.Memory memory : graphs.memories()) {
      json.beginObject();
      json.member("name").text(memory.name());
      json.member("bytes").number(memory.used());
      json.member("mostBytes").number(memory.most());
      json.endObject();
    }
    json.endArray();
    json.member("kernelRuns").beginArray();
    for (GraphStatistics.Kernels kernels : graphs.kernels()) {
      json.beginObject();
      json.member("loop").text(kernels.loop());
      json.member("device").text(kernels.device());
      json.member("runs").number(kernels.runs());
      json.member("millis").millis(kernels.nanos());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private static void dryRun(JsonWriter json, DryRunStatistics run) {
    if (run.nodes().isEmpty()) {
      return;
    }
    json.member("dryRun").beginObject();
    json.member("loops").number(run.loops());
    json.member("divided").number(run.divided());
    json.member("nodes").beginArray();
    for (Traffic traffic : run.nodes()) {
      json.beginObject();
      json.member("kernels").number(traffic.kernels());
      json.member("bytesToDevices").number(traffic.uploaded());
      json.member("bytesFromDevices").number(traffic.downloaded());
      json.member("bytesOnHost").number(traffic.onHost());
      json.member("bytesResized").number(traffic.resized());
      json.member("bytesSent").number(traffic.sent());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private static long sum(LoopStatistics statistics, ToLongFunction<OnDevice> figure) {
    return statistics.devices().stream().mapToLong(figure).sum();
  }
}
