package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to loops that have not run yet at signals, full stacks and full heaps. */
class PendingWorkIT {
  /** Kernels run for many minutes unless they are stopped. */
  private static final int SECONDS = 120;

  /** Shared by all tests, so that a device builds each kernel once. */
  @TempDir private static Path folder;

  @BeforeEach
  void needDevice() {
    OpenClHere.assume();
  }

  private ChildJvm onOpenCl() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report", "off")
        .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString());
  }

  /** Starts a program, sends a signal when it says that it is ready, and returns what follows. */
  private List<String> signalled(String name, String signal) throws Exception {
    Process program =
        onOpenCl()
            .builder(List.of("-cp", folder.toString(), name))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      while (line != null && !line.equals("ready")) {
        line = out.readLine();
      }
      assertThat(line).isEqualTo("ready");
      Signals.assumeItIsHandled(signal, program);
      long began = System.nanoTime();
      Signals.send(signal, program);
      assertThat(program.waitFor(SECONDS, TimeUnit.SECONDS)).as("it has ended").isTrue();
      System.out.printf("ended %.1f s after SIG%s%n", (System.nanoTime() - began) / 1e9, signal);
      return rest(out);
    } finally {
      program.destroyForcibly();
    }
  }

  private static List<String> rest(BufferedReader out) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void aHookSeesWhatLoopsComputeThatWerePendingWhenTheSignalCame(String signal) throws Exception {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Pending {
          static final int[] a = new int[1000];
          static volatile int steps;

          static void step(int rounds) {
            for (@Parallel int i = 0; i < a.length; i++) {
              int x = a[i];
              for (int r = 0; r < rounds; r++) x = x * 31 + r;
              a[i] = a[i] + 1 + (x & 0);
            }
          }

          public static void main(String[] arguments) throws Exception {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
              synchronized (a) {
                int before = a[0];
                step(1);
                System.out.println((before == steps) + " " + (a[999] == steps + 1));
              }
            }));
            for (int step = 0; ; step++) {
              synchronized (a) {
                step(20_000);
                steps++;
              }
              if (step == 50) System.out.println("ready");
            }
          }
        }
        """);
    assertThat(signalled("Pending", signal)).containsExactly("true true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void aSignalEndsAProgramWhoseLoopsHaveMinutesOfWorkBeforeThem(String signal) throws Exception {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Endless {
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
            System.out.println(a[0] > 0);
            for (int k = 0; k < 10; k++) work(a, Integer.MAX_VALUE);
            Thread.sleep(500);
            System.out.println("ready");
            System.out.println(a[0]);
          }
        }
        """);
    assertThat(signalled("Endless", signal)).isEmpty();
  }

  @Test
  void aFullStackBlocksNoThreadAndNoResultIsWrong() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Deep {
          static int calls;

          static void step(int[] a) {
            for (@Parallel int i = 0; i < a.length; i++) a[i] += 1;
            calls++;
          }

          static void deep(int[] a, int depth, int every) {
            if (depth % every == 0) step(a);
            deep(a, depth + 1, every);
          }

          public static void main(String[] arguments) throws Exception {
            int overflows = 0;
            for (int round = 0; round < 5; round++) {
              int[] a = new int[200];
              calls = 0;
              try {
                try { deep(a, 1, 1 + round * 37); } catch (StackOverflowError e) { overflows++; }
                Thread other = new Thread(() -> step(a));
                other.start();
                other.join();
                // The last loop may have done a part of its work.
                System.out.println((a[0] - calls) * (a[0] - calls - 1) == 0 ? "right" : "wrong");
              } catch (RuntimeException lost) {
                System.out.println(lost.getClass().getName());
              }
            }
            System.out.println(overflows);
          }
        }
        """);
    Outcome outcome = onOpenCl().jvmOption("-Xss400k").run(folder, "Deep");
    System.out.println(outcome);
    assertThat(outcome.out().lines())
        .as(outcome.err())
        .hasSize(6)
        .allMatch(line -> line.matches("right|.*SlipstreamException|5"));
  }

  @Test
  void aHeapThatIsFullLeavesNoLockHeld() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;
        import java.util.ArrayList;
        import java.util.List;

        public class Full {
          static int calls;

          static void step(int[] a) {
            for (@Parallel int i = 0; i < a.length; i++) a[i] += 1;
            calls++;
          }

          public static void main(String[] arguments) throws Exception {
            int[] a = new int[200];
            int errors = 0;
            try {
              for (int round = 0; round < 4; round++) {
                List<Object> heap = new ArrayList<>();
                try {
                  for (int size = 1 << 20; size >= 16; size /= 2) {
                    try {
                      while (true) heap.add(new byte[size]);
                    } catch (OutOfMemoryError e) {
                      errors++;
                    }
                  }
                  for (int k = 0; k < 200; k++) step(a);
                } catch (OutOfMemoryError e) {
                  errors++;
                }
                heap = null;
                System.gc();
              }
              Thread other = new Thread(() -> step(a));
              other.start();
              other.join();
              System.out.println((a[0] - calls) + " " + (a[199] - calls));
            } catch (RuntimeException lost) {
              System.out.println(lost.getClass().getName());
            }
          }
        }
        """);
    Outcome outcome = onOpenCl().jvmOption("-Xmx48m").run(folder, "Full");
    System.out.println(outcome);
    assertThat(outcome.out().strip())
        .as(outcome.err())
        .matches("[01] [01]|dev.slipstream.model.SlipstreamException");
  }
}
