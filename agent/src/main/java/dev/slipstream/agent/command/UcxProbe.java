package dev.slipstream.agent.command;

import dev.slipstream.runtime.device.Finding;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for UCX: through its own {@code ucx_info}, otherwise by its library. */
final class UcxProbe implements Supplier<List<Finding>> {
  private static final String LIBRARY = "libucp.so.0";
  private static final Pattern VERSION = Pattern.compile("[Vv]ersion:? *([0-9][0-9.]*)");
  private static final Pattern TRANSPORT =
      Pattern.compile("# +Transport: (\\S+)\\s+# +Device: ([^\\s:]+)");
  private static final List<String> FOLDERS =
      List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib");
  private static final int SECONDS = 10;

  private final Map<String, String> environment;

  UcxProbe(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> get() {
    String version = firstGroup(VERSION, output("ucx_info", "-v"));
    if (!version.isEmpty()) {
      return List.of(found(version, output("ucx_info", "-d")));
    }
    for (String folder : folders()) {
      if (Files.exists(Path.of(folder, LIBRARY))) {
        return List.of(
            new Finding(
                "ucx", "?", folder + "/" + LIBRARY + "; ucx_info is missing (ucx-utils)", true));
      }
    }
    return List.of(
        new Finding(
            "ucx",
            "–",
            "not found: apt-get install libucx0 ucx-utils (only several nodes need it)",
            false));
  }

  /**
   * Summarises the output of {@code ucx_info -d}.
   *
   * @param version UCX's version
   * @param devices its output
   */
  static Finding found(String version, String devices) {
    Set<String> transports = new TreeSet<>();
    Set<String> rdma = new TreeSet<>();
    Matcher matcher = TRANSPORT.matcher(devices);
    while (matcher.find()) {
      String transport = matcher.group(1);
      if (!transport.equals("self")) {
        transports.add(transport);
      }
      if (transport.startsWith("rc") || transport.startsWith("ud") || transport.startsWith("dc")) {
        rdma.add(matcher.group(2));
      }
    }
    String detail =
        String.join(", ", transports)
            + (rdma.isEmpty() ? "; no RDMA device" : "; RDMA: " + String.join(", ", rdma));
    return new Finding("ucx", version, detail, true);
  }

  private List<String> folders() {
    List<String> folders = new ArrayList<>(FOLDERS);
    folders.add("/usr/local/lib");
    String path = environment.getOrDefault("LD_LIBRARY_PATH", "");
    folders.addAll(Arrays.asList(path.split(File.pathSeparator)));
    folders.removeIf(String::isEmpty);
    return folders;
  }

  /** Returns the output of a command; empty if it cannot be run. */
  private static String output(String... command) {
    try {
      Path file = Files.createTempFile("slipstream", ".txt");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(file.toFile())
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException notThere) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static String firstGroup(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
