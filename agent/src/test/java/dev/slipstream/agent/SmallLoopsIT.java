package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops that are entered often and do little stay on the host, and the report says so. */
class SmallLoopsIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import dev.slipstream.api.Reduction;

      public class Small {
        static void flat(double[] a, int n, int m) {
          for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) a[i * 10 + j] = a[i * 10 + j] * 0.5 + i;
          }
        }

        static void rows(double[][] a, int m) {
          for (@Parallel int i = 0; i < a.length; i++) {
            for (int j = 0; j < m; j++) a[i][j] = a[i][j] * 0.5 + j;
          }
        }

        static void wrong(double[] a, int n) {
          for (@Parallel int i = 1; i < n; i++) a[i] = a[i - 1] * 0.5 + i;
        }

        static long count(int[] a, int n) {
          @Reduction long sum = 0;
          for (@Parallel int i = 0; i < n; i++) sum += a[i];
          return sum;
        }

        static float sum(float[] a, int n) {
          @Reduction float sum = 0;
          for (@Parallel int i = 0; i < n; i++) sum += a[i];
          return sum;
        }

        interface Function { double of(double x); }

        static void apply(double[] a, Function f, int n) {
          for (@Parallel int i = 0; i < n; i++) a[i] = f.of(a[i]);
        }

        static void divide(int[] a, int n, int by) {
          for (@Parallel int i = 0; i < n / by; i++) a[i] += 1;
        }

        static void heavy(double[] a, int n, int m) {
          for (@Parallel int i = 0; i < n; i++) {
            double x = a[i];
            for (int j = 0; j < m; j++) x = x * 0.999 + 0.001;
            a[i] = x;
          }
        }

        public static void main(String[] arguments) {
          double[] a = new double[640];
          double[][] g = new double[64][10];
          int[] q = new int[700];
          float[] f = new float[700];
          long counted = 0;
          float summed = 0;
          for (int k = 0; k < 3000; k++) {
            flat(a, 64, 1 + k % 10);
            rows(g, 1 + k % 10);
            wrong(a, 64 + k % 10);
            q[k % 700] = k;
            f[k % 700] = k * 0.1f;
            counted += count(q, 600 + k % 10);
            summed += sum(f, 600 + k % 10);
            divide(q, 300, 1 + k % 3);
            double by = k % 5;
            apply(a, k % 100 == 99 ? x -> x * 0.5 : x -> x * 0.25 + by, 600 + k % 40);
          }
          System.out.println(java.util.Arrays.toString(a) + java.util.Arrays.deepToString(g));
          System.out.println(counted + " " + Math.abs(summed - 7.3e7) / 1e9);
          try {
            divide(q, 300, 0);
          } catch (ArithmeticException e) {
            System.out.println(e.getMessage() + " " + java.util.Arrays.toString(q));
          }
          double[] h = new double[4096];
          for (int k = 0; k < 400; k++) heavy(h, 16, 4);
          heavy(h, 4096, 4000);
          for (int k = 0; k < 5; k++) heavy(h, 4096, 4000);
          System.out.println(java.util.Arrays.hashCode(h));
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void smallExecutionsAreCountedAndLargeOnesGoToTheCores() {
    ChildProgram.compile(folder, SOURCE);
    Outcome plain = ChildJvm.plain().run(folder, "Small");
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.device", "auto")
            .property("slipstream.report.file", folder.resolve("report.json").toString())
            .run(folder, "Small");
    assertThat(with.out().lines().limit(1).toList())
        .isEqualTo(plain.out().lines().limit(1).toList());
    assertThat(with.out().lines().skip(2).toList()).isEqualTo(plain.out().lines().skip(2).toList());
    assertStayed("flat", "too small to pay");
    assertStayed("rows", "too small to pay");
    assertStayed("count", "too small to pay");
    // Each function has a kernel of its own.
    assertThat(hostRuns("apply")).containsExactlyInAnyOrder(2970, 30);
    assertThat(Integer.parseInt(of("heavy").get("runs"))).as("large ones").isBetween(1, 6);
    assertThat(Integer.parseInt(of("heavy").get("hostRuns"))).as("small ones").isBetween(400, 405);
  }

  private void assertStayed(String method, String reason) {
    assertThat(of(method)).containsEntry("hostRuns", "3000").containsEntry("runs", "0");
    assertThat(of(method).toString()).contains(reason);
  }

  private Map<String, String> of(String method) {
    return all(method).findFirst().orElseThrow();
  }

  private List<Integer> hostRuns(String method) {
    return all(method).map(loop -> Integer.valueOf(loop.get("hostRuns"))).toList();
  }

  private Stream<Map<String, String>> all(String method) {
    LoopReport report = LoopReport.read(folder.resolve("report.json"));
    return report.loops().stream()
        .filter(loop -> loop.getOrDefault("name", "").startsWith("Small." + method + ":"));
  }
}
