package dev.slipstream.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionJarsTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Log log = Log.singleLine(new PrintStream(written, true));

  @TempDir private Path folder;

  @Test
  void filesOfAJarAreFoundBesidesTheAgentsOwn() throws Exception {
    Path jar = folder.resolve("extension.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("service"));
    }
    ClassLoader loader = ExtensionJars.loader(List.of(jar), log);

    assertThat(loader.getResource("service")).isNotNull();
    assertThat(loader.getParent()).isSameAs(ExtensionJars.class.getClassLoader());
  }

  @Test
  void aJarThatIsNotThereIsNamedAndLeftOut() {
    ClassLoader loader = ExtensionJars.loader(List.of(folder.resolve("gone.jar")), log);

    assertThat(loader).isSameAs(ExtensionJars.class.getClassLoader());
    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("gone.jar is not a file", "slipstream.extensions");
  }
}
