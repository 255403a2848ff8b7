package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.TestProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program ends when it says so, also while a kernel runs that nothing can stop. */
class ExitIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Exit {
        static void work(double[] a, int rounds) {
          for (@Parallel int i = 0; i < a.length; i++) {
            double x = a[i];
            for (int r = 0; r < rounds; r++) x = x * 1.0000001 + 1e-9;
            a[i] = x;
          }
        }

        public static void main(String[] arguments) throws Exception {
          double[] a = new double[4096];
          work(a, 10);
          Thread longer = new Thread(() -> work(a, Integer.MAX_VALUE));
          longer.setDaemon(true);
          longer.start();
          Thread.sleep(1000);
          switch (arguments[0]) {
            case "exit" -> System.exit(3);
            case "throw" -> throw new IllegalStateException("the end");
            default -> {}
          }
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    TestProgram.compile(folder, SOURCE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl"})
  void systemExitEndsAProgramWhileAKernelRuns(String device) {
    Outcome outcome = run(device, "exit");
    assertThat(outcome.exit()).isEqualTo(3);
  }

  @Test
  void anUncaughtExceptionEndsAProgramWhileAKernelRunsOnADaemonThread() {
    Outcome outcome = run("opencl", "throw");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("java.lang.IllegalStateException: the end");
  }

  @Test
  void theEndOfMainEndsAProgramWhileAKernelRunsOnADaemonThread() {
    assertThat(run("opencl", "return").exit()).isZero();
  }

  private Outcome run(String device, String end) {
    return ChildJvm.withAgent()
        .property("slipstream.device", device)
        .property("slipstream.report", "off")
        .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString())
        .run(folder, "Exit", end);
  }
}
