package dev.slipstream.agent.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.Finding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
  @TempDir private Path folder;

  @Test
  void findingsStandInColumnsAndASubjectIsNamedOnce() {
    Supplier<List<Finding>> probe =
        () ->
            List.of(
                new Finding("opencl", "PoCL 3.1", "1 device", true),
                new Finding("opencl", "NVIDIA", "not known:\nwrite the file", false));
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new Doctor(List.of(() -> List.of(new Finding("java", "17", "a JVM of note", true)), probe))
        .write(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "java    17        a JVM of note  ok",
            "opencl  PoCL 3.1  1 device       ok",
            "        NVIDIA    not known:",
            "                  write the file");
  }

  @Test
  void tornadoIsFoundByItsVariable() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("share/java/tornado"));
    Files.createFile(jars.resolve("tornado-api-1.1.1.jar"));

    assertThat(new TornadoProbe(Map.of()).get())
        .singleElement()
        .satisfies(finding -> assertThat(finding.detail()).contains("set TORNADOVM_HOME"));
    assertThat(new TornadoProbe(Map.of("TORNADOVM_HOME", folder.toString())).get())
        .singleElement()
        .satisfies(finding -> assertThat(finding.version()).isEqualTo("1.1.1"));
    assertThat(new TornadoProbe(Map.of("TORNADOVM_HOME", folder + "/none")).get())
        .singleElement()
        .satisfies(finding -> assertThat(finding.detail()).contains("not found in " + folder));
  }

  @Test
  void theLibraryOfUcxIsFoundOnTheLibraryPath() throws IOException {
    Files.createFile(folder.resolve("libucp.so.0"));

    List<Finding> findings = new UcxProbe(Map.of("LD_LIBRARY_PATH", folder.toString())).get();

    assertThat(findings).singleElement().satisfies(f -> assertThat(f.usable()).isTrue());
  }

  @Test
  void theJavaThatRunsIsFound() {
    assertThat(new JavaProbe().get())
        .singleElement()
        .satisfies(f -> assertThat(f.version()).isEqualTo(System.getProperty("java.version")));
  }
}
