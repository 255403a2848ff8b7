package dev.slipstream.agent.ranks;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.fixture.LongTests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that several ranks run, in small JVMs. They share every loop that can be divided, so
 * that programs can be short.
 */
final class RankedProgram {
  /** Each loop of a program keeps some 30 KiB. */
  private static final List<String> SMALL =
      List.of(
          LongTests.areRun() ? "-Xmx1g" : "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1");

  private static final String SECRET = "0123456789abcdef".repeat(2);

  private final Path folder;
  private final List<Path> classPath = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();

  /**
   * @param folder the folder for all output
   * @param classPath the program's class path; the API is added
   */
  RankedProgram(Path folder, List<Path> classPath) {
    this.folder = folder;
    this.classPath.addAll(classPath);
    this.classPath.add(ChildProgram.apiJar());
    options.add("-javaagent:" + ChildJvm.agentJar());
    options.addAll(SMALL);
    with("slipstream.divide", "always");
    // If there are more ranks than cores, a rank may be late with its sign of life.
    with("slipstream.peerTimeout", "60");
    with("slipstream.report.file", report().toString());
  }

  /** Returns the file of the report. */
  Path report() {
    return folder.resolve("report.json");
  }

  /** Sets an option of the agent. */
  RankedProgram with(String key, String value) {
    options.add("-D" + key + "=" + value);
    return this;
  }

  /**
   * Sets the largest heap of each rank, for programs that need a certain one.
   *
   * @param size as after {@code -Xmx}
   */
  RankedProgram heap(String size) {
    options.add("-Xmx" + size);
    return this;
  }

  /** Sets an environment variable. */
  RankedProgram environment(String key, String value) {
    environment.put(key, value);
    return this;
  }

  /** Starts the program on ranks of this machine. */
  LaunchedRun start(int ranks, String mainClass, String... arguments) throws IOException {
    return start(List.of("-n", "" + ranks), mainClass, arguments);
  }

  /** Starts the program with options of the launcher. */
  LaunchedRun start(List<String> launcher, String mainClass, String... arguments)
      throws IOException {
    List<String> rest = new ArrayList<>(options);
    rest.addAll(List.of("-cp", ChildJvm.joined(classPath), mainClass));
    rest.addAll(List.of(arguments));
    return LaunchedRun.start(folder, launcher, rest, environment);
  }

  /** Returns the builder of one rank, which is told its number. */
  ProcessBuilder rank(int rank, int size, String rendezvous, List<String> main) {
    List<String> rest = new ArrayList<>(options);
    rest.addAll(List.of("-cp", ChildJvm.joined(classPath)));
    rest.addAll(main);
    ProcessBuilder builder = ChildJvm.plain().in(folder).builder(rest);
    Map<String, String> variables = builder.environment();
    variables.put("SLIPSTREAM_RANK", "" + rank);
    variables.put("SLIPSTREAM_SIZE", "" + size);
    variables.put("SLIPSTREAM_RENDEZVOUS", rendezvous);
    variables.put("SLIPSTREAM_SECRET", SECRET);
    variables.put("UCX_LOG_LEVEL", "fatal");
    variables.put("UCX_LOG_FILE", "stderr");
    variables.putAll(environment);
    return builder;
  }

  /** Runs the program in plain Java. */
  ChildJvm.Outcome plain(String mainClass, String... arguments) {
    return ChildJvm.plain().run(classPath, mainClass, arguments);
  }

  /** Skips a test whose ranks had no UCX. */
  static void requireUcx(LaunchedRun ended) throws IOException {
    assumeFalse(ended.err().contains("libucx0"), "UCX is not installed (libucx0)");
  }
}
