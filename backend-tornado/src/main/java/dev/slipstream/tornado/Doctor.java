package dev.slipstream.tornado;

import dev.slipstream.runtime.device.Finding;
import dev.slipstream.tornado.binding.TornadoApi;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says whether TornadoVM can be used, and what is missing. Starts nothing of it. */
final class Doctor {
  private static final String VARIABLE = "TORNADOVM_HOME";
  private static final Pattern API_JAR = Pattern.compile("tornado-api-(.+)\\.jar");
  private static final Pattern FOR_JDK = Pattern.compile(".*-jdk(\\d+)");
  private static final int JAVA_NEEDED = 21;

  private final Map<String, String> environment;
  private final ClassLoader programs;

  Doctor(Map<String, String> environment, ClassLoader programs) {
    this.environment = environment;
    this.programs = programs;
  }

  List<Finding> findings() {
    String home = environment.getOrDefault(VARIABLE, "");
    if (home.isEmpty()) {
      return List.of(
          TornadoApi.isVisible(programs)
              ? new Finding("tornadovm", "–", "Java was started with it", true)
              : missing("not found: set " + VARIABLE + " to its folder (optional)"));
    }
    Path folder = Path.of(home);
    Optional<String> version = version(folder.resolve("share/java/tornado"));
    if (version.isEmpty()) {
      return List.of(
          missing("no tornado-api jar in " + home + ": set " + VARIABLE + " to a distribution"));
    }
    String found = version.get();
    Matcher built = FOR_JDK.matcher(found);
    int feature = Runtime.version().feature();
    if (built.matches() && Integer.parseInt(built.group(1)) != feature) {
      return List.of(
          unusable(found, "it was built for JDK " + built.group(1) + ", this is " + feature));
    }
    if (feature < JAVA_NEEDED) {
      return List.of(unusable(found, "it needs JDK " + JAVA_NEEDED + " or newer"));
    }
    if (!Files.isRegularFile(folder.resolve("tornado-argfile"))
        && !Files.isRegularFile(folder.resolve("tornado-argfile.template"))) {
      return List.of(
          unusable(
              found,
              "there is no tornado-argfile in "
                  + home
                  + ": 'tornado --generate-argfile' makes it"));
    }
    return List.of(
        new Finding("tornadovm", found, "in " + home + "; slipstream run --tornado uses it", true));
  }

  private static Optional<String> version(Path folder) {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder)) {
      for (Path jar : jars) {
        Matcher name = API_JAR.matcher(jar.getFileName().toString());
        if (name.matches()) {
          return Optional.of(name.group(1));
        }
      }
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static Finding missing(String detail) {
    return new Finding("tornadovm", "–", detail, false);
  }

  private static Finding unusable(String version, String detail) {
    return new Finding("tornadovm", version, detail, false);
  }
}
