package dev.slipstream.agent.premain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.child.RefusingInstrumentation;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootClassesTest {
  @TempDir private Path folder;

  @Test
  void aJdkThatDefinesNoSingleClassesInItsBootLoaderGetsTheJar() throws Exception {
    Path jar = folder.resolve("agent.jar");
    new JarOutputStream(Files.newOutputStream(jar)).close();
    RefusingInstrumentation jvm = new RefusingInstrumentation("appendToBootstrapClassLoaderSearch");

    new BootClasses(jvm.instrumentation(), Log.none()).define(jar);

    assertThat(jvm.calls()).containsExactly("redefineModule", "appendToBootstrapClassLoaderSearch");
  }

  @Test
  void anAgentWithoutItsJarSaysWhichIsMissing() {
    BootClasses classes =
        new BootClasses(new RefusingInstrumentation().instrumentation(), Log.none());

    assertThatThrownBy(() -> classes.define(folder.resolve("gone.jar")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gone.jar");
  }
}
