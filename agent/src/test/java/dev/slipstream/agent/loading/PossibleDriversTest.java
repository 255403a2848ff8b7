package dev.slipstream.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PossibleDriversTest {
  @TempDir private Path folder;
  private Path libraries = Path.of("");

  @BeforeEach
  void list() throws IOException {
    libraries = Files.writeString(folder.resolve("list"), "libc.so.6\0/lib/libc.so.6\0");
  }

  @Test
  void aMachineWithoutOpenClAndAProgramWithoutTornadoVmHaveNoDriver() {
    assertThat(mayBe(new Properties(), Map.of())).isFalse();
  }

  @Test
  void openClIsFoundInTheListOfLibrariesOrInAFolderOfThem() throws IOException {
    Path more = Files.createDirectories(folder.resolve("more"));
    Properties path = new Properties();
    path.setProperty("java.library.path", "/none:" + more);
    assertThat(mayBe(path, Map.of())).isFalse();
    Files.createFile(more.resolve("libOpenCL.so.1"));
    assertThat(mayBe(path, Map.of())).isTrue();
    assertThat(mayBe(new Properties(), Map.of("LD_LIBRARY_PATH", more.toString()))).isTrue();
    Files.writeString(libraries, "libOpenCL.so.1\0/lib/libOpenCL.so.1\0");
    assertThat(mayBe(new Properties(), Map.of())).isTrue();
  }

  @Test
  void aProgramThatIsStartedWithTornadoVmMayHaveADriver() {
    Properties option = new Properties();
    option.setProperty("tornado.load.api.implementation", "some.Api");
    Properties modules = new Properties();
    modules.setProperty("jdk.module.path", "/opt/TornadoVM/share/java");
    assertThat(mayBe(option, Map.of())).isTrue();
    assertThat(mayBe(modules, Map.of())).isTrue();
  }

  @Test
  void whereLibrariesAreNotListedOneMayBeThere() throws IOException {
    Files.delete(libraries);
    assertThat(mayBe(new Properties(), Map.of())).isTrue();
  }

  private boolean mayBe(Properties system, Map<String, String> environment) {
    return PossibleDrivers.mayBe(system, environment, libraries);
  }
}
