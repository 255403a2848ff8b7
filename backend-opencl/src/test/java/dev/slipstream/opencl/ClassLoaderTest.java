package dev.slipstream.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The agent runs the backend in a class loader of its own; the application may use LWJGL, too. */
class ClassLoaderTest {
  @Test
  void twoClassLoadersUseOpenClInOneProcess() throws Exception {
    OpenClBench.open().close();
    List<URL> path = new ArrayList<>();
    for (String entry :
        System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
      path.add(Path.of(entry).toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> backend = loader.loadClass(OpenClBackend.class.getName());
      Object other = backend.getConstructor().newInstance();

      assertThat((List<?>) backend.getMethod("open").invoke(other)).isNotEmpty();
    }
    assertThat(new OpenClBackend().open()).isNotEmpty();
  }
}
