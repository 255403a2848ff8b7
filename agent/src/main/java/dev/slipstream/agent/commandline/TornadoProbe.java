package dev.slipstream.agent.commandline;

import dev.slipstream.runtime.device.Finding;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for TornadoVM by its environment variable. */
final class TornadoProbe implements Supplier<List<Finding>> {
  private static final String VARIABLE = "TORNADOVM_HOME";
  private static final Pattern API_JAR = Pattern.compile("tornado-api-(.+)\\.jar");
  private static final int JAVA_NEEDED = 21;

  private final Map<String, String> environment;

  TornadoProbe(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public List<Finding> get() {
    String home = environment.getOrDefault(VARIABLE, "");
    if (home.isEmpty()) {
      return missing("not found: set " + VARIABLE + " (needs JDK 21 or newer)");
    }
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Path.of(home, "share", "java", "tornado"))) {
      for (Path jar : jars) {
        Matcher name = API_JAR.matcher(jar.getFileName().toString());
        if (name.matches()) {
          return List.of(found(name.group(1), home));
        }
      }
    } catch (IOException unreadable) {
      return missing("not found in " + home + ": set " + VARIABLE + " to a TornadoVM distribution");
    }
    return missing("no tornado-api jar in " + home + ": set " + VARIABLE + " to a distribution");
  }

  private static Finding found(String version, String home) {
    boolean newEnough = Runtime.version().feature() >= JAVA_NEEDED;
    String detail = "found in " + home + (newEnough ? "" : "; it needs JDK 21 or newer");
    return new Finding("tornadovm", version, detail + "; this version does not use it yet", false);
  }

  private static List<Finding> missing(String detail) {
    return List.of(new Finding("tornadovm", "–", detail, false));
  }
}
