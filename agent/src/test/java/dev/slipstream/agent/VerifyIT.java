package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.SaxpySource;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With verification on, a program's results are the host's, whatever a device computes. */
class VerifyIT {
  /** Many iterations write the same element, which cannot be known before the loop runs. */
  private static final String SCATTER =
      """
      import dev.slipstream.api.Parallel;

      public class Scatter {
        static void scatter(int[] idx, int[] out, int n) {
          for (@Parallel int i = 0; i < n; i++) {
            out[idx[i] & 1023] = out[(idx[i] + 1) & 1023] * 31 + i;
          }
        }

        public static void main(String[] arguments) {
          int[] idx = new int[400_000];
          int[] out = new int[1024];
          for (int i = 0; i < idx.length; i++) {
            idx[i] = i * 7919 % 5;
          }
          for (int run = 0; run < 5; run++) {
            scatter(idx, out, idx.length);
          }
          System.out.println(java.util.Arrays.hashCode(out));
        }
      }
      """;

  /** Each element depends on an earlier one; only the data determine which. */
  private static final String CHASE =
      """
      import dev.slipstream.api.Parallel;

      public class Chase {
        static void chase(int[] previous, int[] a) {
          for (@Parallel int i = 0; i < a.length; i++) {
            a[i] = a[previous[i]] * 31 + i;
          }
        }

        public static void main(String[] arguments) {
          int[] a = new int[Integer.parseInt(arguments[0])];
          int[] previous = new int[a.length];
          for (int i = 0; i < a.length; i++) {
            previous[i] = Math.max(0, i - 1 - i % 3);
          }
          chase(previous, a);
          System.out.println(java.util.Arrays.hashCode(a));
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void aLoopWhoseIterationsMeetHasTheHostsResults() {
    ChildProgram.compile(folder, SCATTER);
    String loop = "Scatter.scatter:" + ChildProgram.lineOf(SCATTER, "for (@Parallel");

    Outcome plain = ChildJvm.plain().run(folder, "Scatter");
    Outcome verified =
        verifying()
            .property("slipstream.device", "cpu")
            .property("slipstream.cpu.threads", "4")
            .run(folder, "Scatter");

    assertThat(verified.exit()).isZero();
    assertThat(verified.out()).isEqualTo(plain.out());
    Map<String, String> found = report(loop);
    assertThat(found).containsEntry("verified", "5").containsEntry("unverified", "0");
    // Even if the threads do not collide, another order gives other results.
    assertThat(found).containsEntry("differences", "5");
    assertThat(verified.errLines())
        .singleElement()
        .satisfies(line -> assertThat(line).contains(loop, "out[", "@Parallel"));
  }

  @Test
  void aDeviceThatComputesWronglyIsFoundAndTheHostsResultsAreKept() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    assumeDevice();

    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome wrong = forgetful().property("slipstream.verify", "false").run(folder, "Saxpy");
    Outcome verified = forgetful().run(folder, "Saxpy");
    Map<String, String> found = report(SaxpySource.loop());

    assertThat(wrong.out()).isNotEqualTo(plain.out());
    assertThat(verified.exit()).isZero();
    assertThat(verified.out()).isEqualTo(plain.out());
    assertThat(found)
        .containsEntry("where", "opencl:0")
        .containsEntry("verified", "3")
        .containsEntry("differences", "3");
    assertThat(found.get("note")).contains("verified 3: 3 different, first y[4999] is ");
    assertThat(verified.errLines())
        .singleElement()
        .asString()
        .startsWith("[slipstream] " + SaxpySource.loop() + " gives other results on opencl:0")
        .contains("y[4999] is ", " on opencl:0 and ", " on the host. ");
  }

  @Test
  void inStrictModeADifferenceIsAnErrorThatNamesTheLoop() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    assumeDevice();

    Outcome strict = forgetful().property("slipstream.strict", "true").run(folder, "Saxpy");

    assertThat(strict.exit()).isEqualTo(1);
    assertThat(strict.err())
        .contains("SlipstreamException", SaxpySource.loop(), "y[4999]", "strict");
  }

  @Test
  void aRightDeviceIsVerifiedWithoutAWord() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);

    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome verified = verifying().property("slipstream.device", "cpu").run(folder, "Saxpy");

    assertThat(verified).isEqualTo(plain);
    assertThat(report(SaxpySource.loop()))
        .containsEntry("verified", "3")
        .containsEntry("differences", "0")
        .containsEntry("note", "verified 3: all equal");
  }

  @Test
  void iterationsThatMeetAreFoundAtAnySize() {
    ChildProgram.compile(folder, CHASE);
    String loop = "Chase.chase:" + ChildProgram.lineOf(CHASE, "for (@Parallel");

    for (String size : new String[] {"64", "100000"}) {
      Outcome plain = ChildJvm.plain().run(folder, "Chase", size);
      Outcome verified =
          verifying().property("slipstream.device", "cpu").run(folder, "Chase", size);

      assertThat(verified.out()).isEqualTo(plain.out());
      assertThat(report(loop)).containsEntry("verified", "1").containsEntry("differences", "1");
      assertThat(report(loop).get("note")).contains("relies on your mark: ");
      assertThat(verified.errLines())
          .singleElement()
          .asString()
          .startsWith("[slipstream] " + loop + " gives other results ");
    }
  }

  private void assumeDevice() {
    verifying().property("slipstream.device", "opencl").run(folder, "Saxpy");
    Assumptions.assumeTrue(
        "opencl:0".equals(report(SaxpySource.loop()).get("where")), "no OpenCL device is here");
  }

  private ChildJvm forgetful() {
    return verifying()
        .property("slipstream.device", "opencl")
        .property("slipstream.test.opencl.fail", "iteration");
  }

  private ChildJvm verifying() {
    return ChildJvm.withAgent()
        .environment("SLIPSTREAM_VERIFY", "true")
        .property("slipstream.report.file", folder.resolve("report.json").toString());
  }

  private Map<String, String> report(String loop) {
    return LoopReport.read(folder.resolve("report.json")).of(loop);
  }
}
