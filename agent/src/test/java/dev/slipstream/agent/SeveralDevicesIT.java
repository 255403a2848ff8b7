package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs whose loops are shared by two OpenCL devices, with the agent. PoCL makes up the second.
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
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .environment("POCL_DEVICES", "pthread pthread");
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
}
