package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.fixture.LongTests;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random kernels and named programs on a real TornadoVM, in JVMs of their own. {@code
 * TORNADOVM_HOME} says where it is, {@code -Dslipstream.test.seed} and {@code
 * -Dslipstream.test.count} which kernels run.
 */
class RealTornadoTest {
  @TempDir Path folder;

  @Test
  void randomKernelsOnTornadoVmComputeAsOnTheJvm() throws Exception {
    run(
        RealFuzz.class,
        String.valueOf(Long.getLong("slipstream.test.seed", 1)),
        "0",
        String.valueOf(Integer.getInteger("slipstream.test.count", 40)));
  }

  @Test
  void arraysStayOnTornadoVmsDevicesBetweenLoops() throws Exception {
    run(RealResidency.class, String.valueOf(Long.getLong("slipstream.test.seed", 1)));
  }

  @Test
  void whatADeviceHoldsIsFetchedWhenALaunchFails() throws Exception {
    run(RealLoss.class);
  }

  @Test
  void devicesOfOneModelShareLoops() throws Exception {
    // PoCL provides the second device.
    run(
        Map.of("POCL_DEVICES", "pthread pthread"),
        RealSharing.class,
        String.valueOf(Long.getLong("slipstream.test.seed", 1)),
        String.valueOf(Integer.getInteger("slipstream.test.count", 40) / 10));
  }

  @Test
  void idiomsThatCompilersGetWrongComputeAsOnTheJvm() throws Exception {
    run(RealIdioms.class);
  }

  @Test
  void randomShiftsMasksAndRemaindersComputeAsOnTheJvm() throws Exception {
    run(RealBits.class, String.valueOf(Long.getLong("slipstream.test.seed", 1)), "1");
  }

  @Test
  void namedProgramsOnTornadoVmComputeAsOnTheJvm() throws Exception {
    LongTests.assumeRun("named programs on TornadoVM take minutes");
    run(RealPrograms.class);
  }

  private void run(Class<?> main, String... more) throws Exception {
    run(Map.of(), main, more);
  }

  private void run(Map<String, String> environment, Class<?> main, String... more)
      throws Exception {
    String home = System.getenv("TORNADOVM_HOME");
    assumeTrue(home != null && !home.isEmpty(), "TORNADOVM_HOME is not set: no TornadoVM to test");
    Path arguments = Path.of(home, "tornado-argfile");
    assumeTrue(Files.isRegularFile(arguments), "there is no tornado-argfile in TORNADOVM_HOME");
    Path output = folder.resolve("output");
    Path classes = Files.createDirectory(folder.resolve("classes"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + arguments,
                // TornadoVM's modules come before the class path and hide the stand-ins.
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + classes,
                main.getName(),
                classes.toString()));
    command.addAll(List.of(more));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process child = builder.start();
    try {
      assertThat(child.waitFor(1, TimeUnit.HOURS)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    String text = Files.readString(output);
    System.out.println(text);
    assumeTrue(!text.contains(RealSharing.NONE), RealSharing.NONE);
    assertThat(child.exitValue()).as(text).isZero();
  }
}
