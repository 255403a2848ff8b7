package dev.slipstream.tornado;

import dev.slipstream.runtime.device.Finding;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.kernel.Facts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reports whether TornadoVM can be used, and what is missing. Does not start TornadoVM. */
final class TornadoDoctor {
  private static final String VARIABLE = "TORNADOVM_HOME";
  private static final Pattern API_JAR = Pattern.compile("tornado-api-(.+)\\.jar");
  private static final Pattern FOR_JDK = Pattern.compile(".*-jdk(\\d+)(plus)?");
  private static final String BACKENDS = "tornado.backends";
  private static final int JAVA_NEEDED = 21;

  private final Map<String, String> environment;
  private final ClassLoader programs;
  private final int feature;

  /**
   * @param feature the feature number of the JDK
   */
  TornadoDoctor(Map<String, String> environment, ClassLoader programs, int feature) {
    this.environment = environment;
    this.programs = programs;
    this.feature = feature;
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
    if (built.matches() && !fits(built)) {
      String newer = built.group(2) == null ? "" : " or newer";
      return List.of(
          unusable(
              found, "it was built for JDK " + built.group(1) + newer + ", this is " + feature));
    }
    if (feature < JAVA_NEEDED) {
      return List.of(unusable(found, "it needs JDK " + JAVA_NEEDED + " or newer"));
    }
    List<String> backends = backends(folder.resolve("etc/tornado.backend"));
    if (!backends.isEmpty() && backends.stream().noneMatch(name -> isUsed(name, found))) {
      return List.of(
          unusable(
              found,
              "it has only the backends "
                  + String.join(" and ", backends)
                  + ", which are not used: install it with opencl"));
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

  /** A version that is built for one JDK uses its preview features, and runs on that JDK only. */
  private boolean fits(Matcher built) {
    int least = Integer.parseInt(built.group(1));
    return built.group(2) == null ? feature == least : feature >= least;
  }

  /** Returns the backends that a distribution lists, in lower case; none if it lists none. */
  private static List<String> backends(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(BACKENDS + "="))
          .flatMap(line -> Arrays.stream(line.substring(BACKENDS.length() + 1).split(",")))
          .map(name -> name.strip().toLowerCase(Locale.ROOT).replace("-backend", ""))
          .filter(name -> !name.isEmpty())
          .toList();
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of();
    }
  }

  private static boolean isUsed(String backend, String version) {
    return Facts.of(backend.toUpperCase(Locale.ROOT), version).isPresent();
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
