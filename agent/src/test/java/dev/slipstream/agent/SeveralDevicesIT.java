package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs whose loops are shared by two OpenCL devices, with the agent. PoCL provides the second
 * device.
 */
class SeveralDevicesIT {
  private static final String WAVE =
      """
      import dev.slipstream.api.Parallel;

      public class Wave {
        public static void main(String[] arguments) {
          int n = Integer.parseInt(arguments[0]);
          float[] now = new float[n], before = new float[n], next = new float[n];
          for (int i = 0; i < n; i++) now[i] = before[i] = (float) Math.sin(i * 0.001);
          for (int step = 0; step < 20; step++) {
            for (@Parallel int i = 1; i < n - 1; i++)
              next[i] = 2 * now[i] - before[i] + 0.2f * (now[i - 1] + now[i + 1] - 2 * now[i]);
            float[] q = before; before = now; now = next; next = q;
          }
          double sum = 0;
          for (int i = 0; i < n; i++) sum = sum * 0.999 + now[i];
          System.out.println(sum);
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeAll
  static void needDevice() {
    OpenClHere.assume();
  }

  private static ChildJvm jvm() {
    return jvm("pthread pthread");
  }

  private static ChildJvm jvm(String devices) {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .environment("POCL_DEVICES", devices);
  }

  private ReportedRun run(ChildJvm jvm, String name, String source, String... arguments)
      throws Exception {
    ReportedRun run = ReportedRun.of(jvm, folder, name, source, arguments);
    assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
    assertThat(run.outcome().out()).isEqualTo(ChildJvm.plain().run(folder, name, arguments).out());
    assumeTrue(
        run.report().contains("opencl:1") || run.report().contains("\"mostBytes\""),
        "there are no two devices of one model here");
    return run;
  }

  private static long mostBytes(ReportedRun run, String memory) {
    Matcher matcher =
        Pattern.compile("\"name\"\\s*:\\s*\"" + memory + "\"[^}]*\"mostBytes\"\\s*:\\s*([0-9]+)")
            .matcher(run.report());
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  @Test
  void arraysThatAreTooLargeForOneDeviceAreDividedAmongTwo() throws Exception {
    int n = 1_000_000;
    ReportedRun run =
        run(jvm().property("slipstream.device.memory", "8m"), "Wave", WAVE, String.valueOf(n));
    assertThat(run.figure("bytesSpilled")).isZero();
    for (int device = 0; device < 2; device++) {
      assertThat(mostBytes(run, "opencl:" + device)).isBetween(6L * n, 6L * n + 100);
    }
  }

  @Test
  void withRoomForAllOnOneDeviceALittleWorkIsNotDivided() throws Exception {
    int n = 1_000_000;
    ReportedRun run = run(jvm(), "Wave", WAVE, String.valueOf(n));
    assertThat(mostBytes(run, "opencl:0")).isEqualTo(12L * n);
    assertThat(mostBytes(run, "opencl:1")).isZero();
  }

  private static final String MIXED =
      """
      import dev.slipstream.api.Parallel;

      public class Mixed {
        static void smooth(double[][] from, double[][] to) {
          for (@Parallel int i = 1; i < to.length - 1; i++)
            for (@Parallel int j = 1; j < to[i].length - 1; j++)
              to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
        }

        public static void main(String[] arguments) {
          int n = 1000;
          double[][] a = new double[n][n], b = new double[n][n];
          float[] x = new float[n * n], y = new float[n * n];
          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) a[i][j] = b[i][j] = Math.sqrt(i + 3 * j);
          double sum = 0;
          for (int step = 0; step < 12; step++) {
            smooth(a, b);
            float factor = 1f / (1 + step);
            for (@Parallel int i = 0; i < x.length; i++) y[i] = (float) Math.sin(x[i]) * factor + i;
            for (@Parallel int i = 0; i < x.length; i++) x[i] += y[x.length - 1 - i] * 0.5f;
            smooth(b, a);
            if (step % 3 == 0) {
              sum += b[step][n - 2 - step] + x[x.length - 1 - step];
              a[n - 3][step] = sum;
              y[7 * step] = -1;
              x[x.length - 9] += 1;
            }
          }
          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) sum = 0.75 * sum + a[i][j] - b[i][j];
          System.out.println(sum);
          System.out.println(java.util.Arrays.hashCode(x) + " " + java.util.Arrays.hashCode(y));
        }
      }
      """;

  private static long runsOnCores(ReportedRun run) {
    Matcher matcher =
        Pattern.compile("\"device\"\\s*:\\s*\"cpu\"\\s*,\\s*\"runs\"\\s*:\\s*([0-9]+)")
            .matcher(run.report());
    long runs = 0;
    while (matcher.find()) {
      runs += Long.parseLong(matcher.group(1));
    }
    return runs;
  }

  @Test
  void theCoresShareLoopsWithADeviceWhereSomebodyAsks() throws Exception {
    ReportedRun run = run(jvm("pthread").property("slipstream.cpu.share", "0.3"), "Mixed", MIXED);
    assertThat(run.outcome().err()).isEmpty();
    assertThat(runsOnCores(run)).isEqualTo(12 * 4);
  }

  @Test
  void theCoresShareLoopsWithTwoDevices() throws Exception {
    ReportedRun run = run(jvm().property("slipstream.cpu.share", "0.3"), "Mixed", MIXED);
    assertThat(runsOnCores(run)).isEqualTo(12 * 4);
    assumeTrue(run.report().contains("opencl:1"), "there are no two devices of one model here");
    assertThat(mostBytes(run, "opencl:1")).isPositive();
  }

  @Test
  void theCoresShareNothingUnlessSomebodyAsks() throws Exception {
    assertThat(runsOnCores(run(jvm("pthread"), "Mixed", MIXED))).isZero();
  }

  @Test
  void resultsThatAreLostWithADeviceAreNeverWrong() throws Exception {
    ChildProgram.compile(folder, MIXED);
    Outcome lost =
        jvm("pthread")
            .property("slipstream.cpu.share", "0.3")
            .property("slipstream.test.opencl.fail", "lost")
            .run(folder, "Mixed");
    assertThat(lost.exit()).isEqualTo(1);
    assertThat(lost.out()).isEmpty();
    assertThat(lost.err()).contains("results of loops are lost");
  }

  @Test
  void aShareWithoutAnOpenClDeviceIsSaidToDoNothing() throws Exception {
    ChildProgram.compile(folder, WAVE);
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.device", "cpu")
            .property("slipstream.cpu.share", "0.3")
            .run(folder, "Wave", "1000");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err()).contains("slipstream.cpu.share has no effect here");
  }
}
