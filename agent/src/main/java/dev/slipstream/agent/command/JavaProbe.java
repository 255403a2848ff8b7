package dev.slipstream.agent.command;

import dev.slipstream.runtime.device.Finding;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Finds the JDK that runs this command, and the others that are installed. */
final class JavaProbe implements Supplier<List<Finding>> {
  private static final Path JDKS = Path.of("/usr/lib/jvm");

  @Override
  public List<Finding> get() {
    String version = System.getProperty("java.version", "");
    TreeSet<String> others = new TreeSet<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(JDKS)) {
      for (Path folder : folders) {
        Path release = folder.resolve("release");
        if (Files.isReadable(release)) {
          others.add(versionIn(release));
        }
      }
    } catch (IOException noSuchFolder) {
      others.clear();
    }
    others.remove(version);
    others.remove("");
    String detail =
        System.getProperty("java.vm.name", "")
            + (others.isEmpty() ? "" : "; " + String.join(", ", others) + " also found");
    return List.of(new Finding("java", version, detail, true));
  }

  private static String versionIn(Path release) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    return properties.getProperty("JAVA_VERSION", "").replace("\"", "");
  }
}
