package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.Signals;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program ends when it calls exit, even while a kernel runs that cannot be stopped. */
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
          Thread longer = new Thread(() -> {
            // Takes hours.
            work(a, Integer.MAX_VALUE);
            System.out.println(a[0]);
          });
          longer.setDaemon(true);
          if (arguments[0].equals("hook")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
              try {
                System.out.println("read " + a[0]);
              } finally {
                System.out.println("the hook has ended");
              }
            }));
          }
          longer.start();
          Thread.sleep(500);
          System.out.println(longer.isAlive() ? "ready" : "the kernel has ended");
          switch (arguments[0]) {
            case "exit" -> System.exit(3);
            case "throw" -> throw new IllegalStateException("the end");
            case "wait", "hook" -> Thread.sleep(600_000);
            default -> {}
          }
        }
      }
      """;

  /** How long a program may take to end. */
  private static final int PROMISED_SECONDS = 5;

  /** The limit on a busy machine; the kernel would take hours. */
  private static final int SLACK_SECONDS = 10;

  /** Shared by all tests, so that a device builds the kernel once. */
  @TempDir private static Path folder;

  @BeforeAll
  static void compile() {
    ChildProgram.compile(folder, SOURCE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl"})
  void systemExitEndsAProgramWhileAKernelRuns(String device) throws Exception {
    Ended ended = run(device, "exit", "");
    assertThat(ended.exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl"})
  void anUncaughtExceptionEndsAProgramWhileAKernelRunsOnADaemonThread(String device)
      throws Exception {
    Ended ended = run(device, "throw", "");
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("java.lang.IllegalStateException: the end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl"})
  void theEndOfMainEndsAProgramWhileAKernelRunsOnADaemonThread(String device) throws Exception {
    assertThat(run(device, "return", "").exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"cpu, TERM", "opencl, TERM", "cpu, INT", "opencl, INT"})
  void aSignalEndsAProgramWhileAKernelRuns(String device, String signal) throws Exception {
    Ended ended = run(device, "wait", signal);
    assertThat(ended.exit()).isEqualTo(signal.equals("TERM") ? 128 + 15 : 128 + 2);
  }

  @Test
  void aSignalEndsAProgramWhoseShutdownHookReadsTheResultOfARunningKernel() throws Exception {
    Ended ended = run("opencl", "hook", "TERM");
    assertThat(ended.exit()).isEqualTo(128 + 15);
    OpenClHere.assume();
    assertThat(ended.err())
        .contains(
            "results of loops are lost",
            "the program is ending, and the device has made no progress");
  }

  /** How the program ended. */
  private record Ended(int exit, String err) {}

  /**
   * Runs the program, and checks that it ends soon after it should.
   *
   * @param signal the signal to send while a kernel runs; empty if it ends on its own
   */
  private Ended run(String device, String end, String signal) throws Exception {
    Path err = folder.resolve("err.txt");
    Process program =
        ChildJvm.withAgent()
            .property("slipstream.device", device)
            .property("slipstream.report", "off")
            .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString())
            .builder(List.of("-cp", folder.toString(), "Exit", end))
            .redirectError(err.toFile())
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).as(Files.readString(err)).isEqualTo("ready");
      if (!signal.isEmpty()) {
        Signals.assumeItIsHandled(signal, program);
        Signals.send(signal, program);
      }
      long began = System.nanoTime();
      boolean over = program.waitFor(PROMISED_SECONDS + SLACK_SECONDS, TimeUnit.SECONDS);
      double seconds = (System.nanoTime() - began) / 1e9;
      System.out.printf("%s, %s %s: over after %.1f s%n", device, end, signal, seconds);
      assertThat(over).as("it has ended").isTrue();
      return new Ended(program.exitValue(), Files.readString(err));
    } finally {
      program.destroyForcibly();
    }
  }
}
