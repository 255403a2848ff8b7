package dev.slipstream.agent.child;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A JDK on this machine.
 *
 * @param home its folder
 * @param feature its version, 17 or 25
 */
public record Jdk(Path home, int feature) {

  /** Returns the JDK that runs the tests. */
  public static Jdk current() {
    return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());
  }

  /** Returns a JDK of this version, if there is one. */
  public static Optional<Jdk> of(int feature) {
    if (current().feature == feature) {
      return Optional.of(current());
    }
    return all().stream().filter(jdk -> jdk.feature == feature).findFirst();
  }

  /** Returns its java command. */
  public Path java() {
    return home.resolve("bin/java");
  }

  private static List<Jdk> all() {
    List<Jdk> jdks = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(Path.of("/usr/lib/jvm"))) {
      for (Path folder : folders) {
        if (Files.isExecutable(folder.resolve("bin/java"))
            && Files.isReadable(folder.resolve("release"))) {
          jdks.add(new Jdk(folder, featureOf(folder.resolve("release"))));
        }
      }
    } catch (IOException none) {
      return List.of();
    }
    return jdks;
  }

  private static int featureOf(Path release) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      properties.load(reader);
    }
    String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Integer.parseInt(version.split("[^0-9]")[0]);
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
