package dev.slipstream.agent.command;

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

class DoctorCommandTest {
  @TempDir private Path folder;

  @Test
  void findingsStandInColumnsAndASubjectIsNamedOnce() {
    Supplier<List<Finding>> probe =
        () ->
            List.of(
                new Finding("opencl", "PoCL 3.1", "1 device", true),
                new Finding("opencl", "NVIDIA", "not known:\nwrite the file", false));
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new DoctorCommand(
            List.of(() -> List.of(new Finding("java", "17", "a JVM of note", true)), probe))
        .write(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "java    17        a JVM of note  ok",
            "opencl  PoCL 3.1  1 device       ok",
            "        NVIDIA    not known:",
            "                  write the file");
  }

  @Test
  void theLibraryOfUcxIsFoundOnTheLibraryPath() throws IOException {
    Files.createFile(folder.resolve("libucp.so.0"));

    List<Finding> findings = new UcxProbe(Map.of("LD_LIBRARY_PATH", folder.toString())).get();

    assertThat(findings).singleElement().satisfies(f -> assertThat(f.usable()).isTrue());
  }

  @Test
  void theTransportsOfUcxAndItsRdmaDevicesAreNamed() {
    String tcp = "#      Transport: tcp\n#         Device: eth0\n#           Type: network\n";
    String rdma =
        "#      Transport: rc_mlx5\n#         Device: mlx5_0:1\n#           Type: network\n";
    String self = "#      Transport: self\n#         Device: memory0\n";
    assertThat(UcxProbe.found("1.13.1", self + tcp).detail()).isEqualTo("tcp; no RDMA device");
    assertThat(UcxProbe.found("1.13.1", tcp + rdma).detail())
        .isEqualTo("rc_mlx5, tcp; RDMA: mlx5_0");
  }

  @Test
  void theJavaThatRunsIsFound() {
    assertThat(new JavaProbe().get())
        .singleElement()
        .satisfies(f -> assertThat(f.version()).isEqualTo(System.getProperty("java.version")));
  }
}
