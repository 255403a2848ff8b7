package dev.slipstream.compiler.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.CheckedLaunch;
import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Programs over plain arrays compute the same with their loops taken, also on the OpenCL device if
 * there is one. The list {@code EXPECTED.txt} contains the number of loops that are taken. {@code
 * -Dslipstream.test.write=true} rewrites that list; {@code -Dslipstream.test.program=NAME} runs one
 * program and prints its results.
 */
class NamedProgramsTest {
  private static final String LIST = "EXPECTED.txt";
  private static final boolean WRITE = Boolean.getBoolean("slipstream.test.write");

  /** The least number of programs, and of those that are taken. */
  private static final int LEAST = 64;

  private static final Map<String, String> outcomes = new TreeMap<>();
  private static Optional<OpenClTestDevice> device = Optional.empty();
  private static int onDevice;

  @BeforeAll
  static void open() {
    device = OpenClTestDevice.open("");
  }

  @AfterAll
  static void summarise() throws IOException {
    long taken = outcomes.values().stream().filter(LoopOutcome.TAKEN::equals).count();
    System.out.println(table());
    System.out.printf(
        "%d of %d named programs are taken; %d executions ran on %s%n",
        taken,
        outcomes.size(),
        onDevice,
        device.map(OpenClTestDevice::name).orElse("no device: there is no OpenCL"));
    device.ifPresent(OpenClTestDevice::close);
    if (WRITE) {
      Files.writeString(Path.of("src", "test", "resources", "programs", LIST), table());
    }
  }

  @TestFactory
  Stream<DynamicTest> everyProgramComputesTheSameAndIsTakenAsRecorded() {
    Map<String, String> recorded = WRITE ? Map.of() : recorded();
    String only = System.getProperty("slipstream.test.program", "");
    return NamedProgram.all().stream()
        .filter(program -> only.isEmpty() || program.name().equals(only))
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program.name(), () -> check(program, recorded.get(program.name()))));
  }

  private static void check(NamedProgram program, @Nullable String recorded) throws Throwable {
    String outcome;
    try {
      outcome = run(program);
    } catch (AssertionError e) {
      outcome = LoopOutcome.WRONG;
      if (!WRITE && !outcome.equals(recorded)) {
        throw e;
      }
    }
    outcomes.put(program.name(), outcome);
    if (!WRITE) {
      assertThat(outcome).as("the entry of %s for %s", LIST, program.name()).isEqualTo(recorded);
      Assumptions.assumeFalse(
          outcome.equals(LoopOutcome.WRONG), program.name() + " is recorded as computed wrong");
    }
  }

  @Test
  void theListNamesEnoughPrograms() {
    assertThat(NamedProgram.all()).hasSizeGreaterThanOrEqualTo(LEAST);
    assertThat(NamedProgram.all()).extracting(NamedProgram::name).doesNotHaveDuplicates();
  }

  private static String run(NamedProgram named) throws Throwable {
    TestProgram program = TestProgram.source(named.name(), named.source());
    LoopOutcome outcome = new LoopOutcome(program);
    CheckedLaunch launch = CheckedLaunch.comparingLater(device);
    program.launchWith(outcome.watching(launch));

    Object expected = program.plain("run", named.size());
    Object actual = program.taken("run", named.size());

    ReturnedValues.assertSame(expected, actual, named.exact());
    launch.compare();
    onDevice += launch.onDevice();
    return outcome.text();
  }

  private static String table() {
    return outcomes.entrySet().stream()
        .map(e -> "%-18s | %s\n".formatted(e.getKey(), e.getValue()))
        .collect(Collectors.joining());
  }

  private static Map<String, String> recorded() {
    return NamedProgram.text(LIST)
        .lines()
        .map(line -> line.split("\\|", 2))
        .collect(Collectors.toMap(parts -> parts[0].strip(), parts -> parts[1].strip()));
  }
}
