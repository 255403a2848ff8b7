package dev.slipstream.agent.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A child JVM: its command line and its outcome. */
public final class ChildJvm {
  private static final int SECONDS = 120;

  /** Most programs end before optimised code would pay. */
  private static final String QUICK_START = System.getProperty("slipstream.test.jit", "");

  private final List<String> jvmOptions = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private String jit = QUICK_START;
  private Jdk jdk = Jdk.current();
  private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  /**
   * The outcome of a child JVM.
   *
   * @param exit the exit status
   * @param out the standard output
   * @param err the standard error output
   */
  public record Outcome(int exit, String out, String err) {

    /** Returns the lines of the standard error output. */
    public List<String> errLines() {
      return err.lines().toList();
    }
  }

  private ChildJvm() {}

  /** A JVM without the agent. */
  public static ChildJvm plain() {
    return new ChildJvm();
  }

  /** A JVM with the agent. */
  public static ChildJvm withAgent() {
    // Under load a kernel may be built for some seconds, about which a line on stderr would tell.
    return plain()
        .jvmOption("-javaagent:" + agentJar())
        .property("slipstream.test.patience", "" + SECONDS);
  }

  /** The jar that users attach. */
  public static Path agentJar() {
    String jar = System.getProperty("slipstream.test.agent");
    if (jar == null || !Files.isRegularFile(Path.of(jar))) {
      throw new IllegalStateException("the agent's jar is missing: run mvn package first");
    }
    return Path.of(jar);
  }

  /** Adds an option of the JVM. */
  public ChildJvm jvmOption(String option) {
    jvmOptions.add(option);
    return this;
  }

  /** Sets a system property. */
  public ChildJvm property(String key, String value) {
    return jvmOption("-D" + key + "=" + value);
  }

  /** Sets an environment variable, or removes it if there is no value. */
  public ChildJvm environment(String key, @Nullable String value) {
    environment.put(key, value);
    return this;
  }

  /** Uses all of the JVM's compilers, as users' programs do. */
  public ChildJvm optimising() {
    jit = "";
    return this;
  }

  /** Uses another JDK. */
  public ChildJvm on(Jdk other) {
    jdk = other;
    return this;
  }

  /** Runs in this working directory. */
  public ChildJvm in(Path workingDirectory) {
    folder = workingDirectory;
    return this;
  }

  /** Runs a class of a class path. */
  public Outcome run(Path classPath, String mainClass, String... arguments) {
    return run(List.of(classPath), mainClass, arguments);
  }

  /** Runs a class of a class path. */
  public Outcome run(List<Path> classPath, String mainClass, String... arguments) {
    List<String> rest = new ArrayList<>(List.of("-cp", joined(classPath), mainClass));
    rest.addAll(Arrays.asList(arguments));
    return command(rest);
  }

  /** Runs an arbitrary command after the JVM's options. */
  public Outcome command(List<String> rest) {
    try {
      Path out = Files.createTempFile("slipstream", ".out");
      Path err = Files.createTempFile("slipstream", ".err");
      try {
        return command(rest, out, err);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Outcome command(List<String> rest, Path out, Path err)
      throws IOException, InterruptedException {
    Process process =
        builder(rest).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    process.getOutputStream().close();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException(
          "a child JVM did not end in " + SECONDS + " s; it wrote\n" + read(out) + read(err));
    }
    return new Outcome(process.exitValue(), read(out), read(err));
  }

  /** Returns the builder of the process, which is not started yet. */
  public ProcessBuilder builder(List<String> rest) {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    if (!jit.isEmpty()) {
      command.add(jit);
    }
    command.addAll(jvmOptions);
    command.addAll(rest);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("SLIPSTREAM_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    // Keeps the cache out of the user's home; a test of kept kernels names a folder of its own.
    builder.environment().put("SLIPSTREAM_CACHE_DIR", "off");
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getValue() == null) {
        builder.environment().remove(variable.getKey());
      } else {
        builder.environment().put(variable.getKey(), variable.getValue());
      }
    }
    return builder;
  }

  /** Returns a class path in the form of the java command. */
  public static String joined(List<Path> classPath) {
    return String.join(":", classPath.stream().map(Path::toString).toList());
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
