package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.DemoPrograms;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.fixture.BufferDevice;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A device from a jar of its own, as a third party would write it, runs the demo programs. */
class OwnDeviceIT {
  @TempDir private static Path folder;
  private static Path programs;
  private static Path jar;

  @BeforeAll
  static void compile() throws IOException {
    programs = DemoPrograms.compile(folder.resolve("programs"));
    jar = folder.resolve("device.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("META-INF/services/" + DeviceBackend.class.getName()));
      out.write(BufferDevice.Backend.class.getName().getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
      for (Class<?> type : TYPES) {
        put(type.getName().replace('.', '/') + ".class", out);
      }
    }
  }

  private static void put(String name, JarOutputStream out) throws IOException {
    try (InputStream in = BufferDevice.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      out.write(in.readAllBytes());
      out.closeEntry();
    }
  }

  private static final List<Class<?>> TYPES = types();

  private static List<Class<?>> types() {
    List<Class<?>> types = new ArrayList<>(List.of(BufferDevice.class));
    types.addAll(List.of(BufferDevice.class.getDeclaredClasses()));
    return types;
  }

  @ParameterizedTest
  @CsvSource({
    "mandelbrot, 40",
    "blur, 40",
    "heat, 24",
    "nbody, 200",
    "matmul, 40",
    "blackscholes, 2000"
  })
  void itRunsEachDemoProgramWithTheResultsOfTheCores(String name, String size) throws IOException {
    Path report = folder.resolve(name + ".json");
    Outcome with =
        ChildJvm.withAgent()
            .in(folder)
            .property("slipstream.device", "buffers")
            .property("slipstream.extensions", jar.toString())
            .property("slipstream.report.file", report.toString())
            .run(programs, "dev.slipstream.demo.Demos", name, "--size", size);
    Outcome onCores =
        ChildJvm.withAgent()
            .in(folder)
            .property("slipstream.device", "cpu")
            .run(programs, "dev.slipstream.demo.Demos", name, "--size", size);
    assertThat(with.exit()).as(with.err()).isZero();
    assertThat(checksum(with)).isNotEmpty().isEqualTo(checksum(onCores));
    assertThat(report).content().contains("buffers:0");
  }

  private static List<String> checksum(Outcome outcome) {
    return outcome.out().lines().filter(line -> line.startsWith("checksum")).toList();
  }
}
