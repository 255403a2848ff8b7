package dev.slipstream.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StackSafeLockTest {
  @Test
  void aThreadWhoseStackIsFullLeavesALockOfTheJdkHeld() throws IOException {
    assertThat(held("ReentrantLock")).isPositive();
  }

  @Test
  void aThreadWhoseStackIsFullDoesNotLeaveThisLockHeld() throws IOException {
    assertThat(held("StackSafeLock")).isZero();
    assertThat(held("look")).isZero();
  }

  /** In a JVM that only interprets: compiled methods need less stack than those they call. */
  private static int held(String lock) throws IOException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-cp",
                System.getProperty("java.class.path"),
                FullStacks.class.getName(),
                lock)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Integer.parseInt(printed.strip());
  }
}
