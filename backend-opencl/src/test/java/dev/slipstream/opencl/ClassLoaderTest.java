package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.Device;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent runs the backend in a class loader of its own; the application may use LWJGL, too. */
class ClassLoaderTest {
  private static final String LIBRARY_PATH = "org.lwjgl.librarypath";

  @Test
  void twoClassLoadersUseOpenClInOneProcess() throws Exception {
    OpenClBench.open().close();
    assertThat(openInAFreshClassLoader()).isNotEmpty();
    List<Device> here = new OpenClBackend().open();
    here.forEach(Device::close);
    assertThat(here).isNotEmpty();
  }

  /** LWJGL sets the property when a class loader loads OpenCL for the first time. */
  @ParameterizedTest
  @ValueSource(strings = {"", "/a/folder/of/the/application"})
  void theApplicationsSettingsForItsOwnLwjglStayAsTheyAre(String setting) throws Exception {
    OpenClBench.open().close();
    String before = System.getProperty(LIBRARY_PATH);
    Optional<String> set = Optional.of(setting).filter(folder -> !folder.isEmpty());
    set(set);
    try {
      assertThat(openInAFreshClassLoader()).isNotEmpty();
      assertThat(Optional.ofNullable(System.getProperty(LIBRARY_PATH))).isEqualTo(set);
    } finally {
      set(Optional.ofNullable(before));
    }
  }

  private static void set(Optional<String> setting) {
    if (setting.isPresent()) {
      System.setProperty(LIBRARY_PATH, setting.get());
    } else {
      System.clearProperty(LIBRARY_PATH);
    }
  }

  /** The devices of a backend that shares no class with this one. */
  private static List<?> openInAFreshClassLoader() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry :
        System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
      path.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> backend = loader.loadClass(OpenClBackend.class.getName());
      return (List<?>) backend.getMethod("open").invoke(backend.getConstructor().newInstance());
    }
  }
}
