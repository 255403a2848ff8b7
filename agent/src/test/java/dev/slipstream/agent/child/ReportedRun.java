package dev.slipstream.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that ran with the agent on a device.
 *
 * @param outcome the outcome of its JVM
 * @param report its report in JSON; empty if it wrote none
 */
public record ReportedRun(Outcome outcome, String report) {

  /**
   * Compiles a program and runs it.
   *
   * @param folder the folder for all files
   * @param name the main class
   */
  public static ReportedRun of(Path folder, String name, String source, String... arguments)
      throws IOException {
    ChildJvm jvm = ChildJvm.withAgent().property("slipstream.device", "opencl");
    return of(jvm, folder, name, source, arguments);
  }

  /** Does the same in a JVM that has the agent. */
  public static ReportedRun of(
      ChildJvm jvm, Path folder, String name, String source, String... arguments)
      throws IOException {
    ChildProgram.compile(folder, source);
    Path report = folder.resolve("report.json");
    Outcome outcome =
        jvm.property("slipstream.report.file", report.toString()).run(folder, name, arguments);
    return new ReportedRun(outcome, Files.exists(report) ? Files.readString(report) : "");
  }

  /** Returns the first figure with a name. */
  public long figure(String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\"\\s*:\\s*([0-9]+)").matcher(report);
    assertThat(matcher.find()).as("%s in %s", name, report).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  /** Returns a figure of a loop. */
  public long figure(String loop, String name) {
    Map<String, String> members = loops().of(loop);
    assertThat(members).containsKey(name);
    return Long.parseLong(members.get(name));
  }

  /** Returns what the report says about the loops. */
  public LoopReport loops() {
    return LoopReport.parse(report);
  }
}
