package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.LongTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests hundreds of thousands of tiny tasks from the task graph to the executor, in JVMs whose
 * heaps could not contain the vertices of all of them.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TinyTasksTest {
  private static final String HEAP = "-Xmx24m";
  private static final int MOST_TASKS = 100;
  private static final int MOST_INSTRUCTIONS = 200;

  @ParameterizedTest
  @CsvSource({"400000, 1000000, 0, false", "200000, 300000, 1, false", "200000, 300000, 0, true"})
  void manyTinyTasksRunInABoundedHeap(int usual, int longer, int threads, boolean newArrays)
      throws Exception {
    int tasks = LongTests.count(usual, longer);
    String[] printed =
        run(List.of(String.valueOf(tasks), String.valueOf(threads), String.valueOf(newArrays)))
            .strip()
            .split(" ");
    System.out.println(
        tasks + " tasks, " + threads + " threads, " + HEAP + ": " + printed[3] + " µs each");
    assertThat(Long.parseLong(printed[0])).as("kernels").isEqualTo(tasks);
    assertThat(Integer.parseInt(printed[1])).as("live tasks").isBetween(4, MOST_TASKS);
    assertThat(Integer.parseInt(printed[2]))
        .as("live instructions")
        .isBetween(4, MOST_INSTRUCTIONS);
  }

  private static String run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                TinyTasks.class.getName()));
    command.addAll(arguments);
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(output).isZero();
    return output;
  }
}
