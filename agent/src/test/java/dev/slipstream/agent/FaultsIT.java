package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.FaultyOpenCl;
import dev.slipstream.fixture.LongTests;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of OpenCL that fail once, permanently, or after they have had their effect. */
class FaultsIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.util.Arrays;

      public class Faults {
        static void inPlace(double[] u) {
          for (@Parallel int i = 0; i < u.length; i++) u[i] = u[i] * 0.5 + 1;
        }

        static void histogram(int[] k, int[] h) {
          for (@Parallel int i = 0; i < k.length; i++) h[k[i] & 31]++;
        }

        static long sum(int[] k) {
          long s = 0;
          for (@Parallel int i = 0; i < k.length; i++) s += (long) k[i] * i;
          return s;
        }

        static void rows(float[][] m) {
          for (@Parallel int i = 0; i < m.length; i++)
            for (int j = 0; j < m[i].length; j++) m[i][j] = m[i][j] * 0.5f + i;
        }

        static void gather(double[] from, int[] k, double[] to) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[k[i]] + to[i];
        }

        static void apart(double[] from, double[] to) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[i] * 3 + i;
        }

        public static void main(String[] arguments) {
          int n = 20_000;
          double[] u = new double[n], v = new double[n], w = new double[n];
          int[] k = new int[n], h = new int[32];
          float[][] m = new float[40][100];
          for (int i = 0; i < n; i++) { u[i] = i; k[i] = (i * 7) % n; }
          for (int i = 0; i < 40; i++) for (int j = 0; j < 100; j++) m[i][j] = i * j;
          for (int s = 0; s < 4; s++) {
            inPlace(u);
            histogram(k, h);
            apart(u, v);
            gather(v, k, w);
            rows(m);
            if (s == 1) System.out.println(w[7] + " " + Arrays.hashCode(w));
          }
          System.out.println(sum(k) + " " + Arrays.hashCode(h) + " " + Arrays.deepHashCode(m));
          System.out.println(Arrays.hashCode(u) + " " + Arrays.hashCode(v) + " " + w[77]);
          u[3] = 17;
          inPlace(u);
          System.out.println(Arrays.hashCode(u) + " " + Arrays.hashCode(w));
        }
      }
      """;

  private static final List<String> HOW = List.of("once", "always", "after");

  /** Functions for which the longer test tries only some calls, because they are called often. */
  private static final int MOST_CALLS = 60;

  @TempDir private static Path folder;

  private static FaultyOpenCl faulty;
  private static String expected;

  @BeforeAll
  static void compile() throws Exception {
    faulty = FaultyOpenCl.assume(folder);
    ChildProgram.compile(folder, SOURCE);
    expected = ChildJvm.plain().run(folder, "Faults").out();
  }

  private static ChildJvm onOpenCl() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report", "off")
        .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString());
  }

  private static Outcome run(String function, int call, String how) {
    return faulty.in(onOpenCl(), function + ":" + call + ":" + how).run(folder, "Faults");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clCreateBuffer",
        "clReleaseMemObject",
        "clEnqueueWriteBuffer",
        "clEnqueueReadBuffer",
        "clWaitForEvents",
        "clFlush",
        "clRetainEvent"
      })
  void aCallThatFailsOnceLosesNoDevice(String function) throws Exception {
    int calls = faulty.calls(onOpenCl(), folder, "Faults").get(function);

    String usual = function.startsWith("clEnqueue") ? "once" : "after";
    for (String how : LongTests.areRun() ? List.of("once", "after") : List.of(usual)) {
      Outcome failed = run(function, Math.max(1, calls / 3), how);
      assertThat(failed.err()).as(function + " fails " + how).isEmpty();
      assertThat(failed.out()).as(function + " fails " + how).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clEnqueueWriteBuffer", "clRetainEvent", "clFlush"})
  void whatADeviceHoldsThatFailsForGoodIsFetchedWhereItStillAnswers(String function)
      throws Exception {
    // The last calls: by then the host has read single elements, and much is on the device only.
    int last = faulty.calls(onOpenCl(), folder, "Faults").get(function);

    for (int call = last - LongTests.count(0, 2); call <= last; call++) {
      Outcome failed = run(function, call, "always");
      assertThat(failed.out()).as(function + " fails from " + call + " on").isEqualTo(expected);
      assertThat(failed.errLines()).as(function).allMatch(line -> line.contains("given up"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6})
  void aKernelThatRanAlthoughItsStartFailedIsNotRunASecondTime(int call) {
    assertThat(requireRightOrLost("clEnqueueNDRangeKernel", call, "after")).isTrue();
  }

  /**
   * Changes arrays in place by more loops than can be computed again: elements, a histogram, one
   * array as two parameters, and a grid whose loop takes two commands.
   */
  private static final String IN_PLACE =
      """
      import dev.slipstream.api.Parallel;
      import java.util.Arrays;

      public class InPlace {
        static void elements(double[] u) {
          for (@Parallel int i = 0; i < u.length; i++) u[i] = u[i] * 1.01 + 1;
        }

        static void histogram(int[] k, int[] h) {
          for (@Parallel int i = 0; i < k.length; i++) h[k[i] & 31]++;
        }

        static void grid(byte[] g) {
          for (@Parallel int i = 0; i < 70_000; i++)
            for (@Parallel int j = 0; j < 65; j++) g[i * 65 + j] = (byte) (g[i * 65 + j] * 3 + i);
        }

        static void perhapsOne(long[] from, long[] to) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[i] * 3 + i;
        }

        public static void main(String[] arguments) {
          int n = 5_000;
          double[] u = new double[n];
          int[] k = new int[n], h = new int[32];
          byte[] g = new byte[70_000 * 65];
          long[] l = new long[n];
          for (int i = 0; i < n; i++) { u[i] = i; k[i] = (i * 7) % n; l[i] = i; }
          for (int s = 0; s < 100; s++) {
            elements(u);
            histogram(k, h);
            perhapsOne(l, l);
          }
          grid(g);
          System.out.println(Arrays.hashCode(u) + " " + Arrays.hashCode(h));
          System.out.println(Arrays.hashCode(g) + " " + Arrays.hashCode(l));
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"once", "after"})
  void aStartThatFailsForAMomentLosesNothingOfWhatKernelsChangeInPlace(String how)
      throws Exception {
    ChildProgram.compile(folder, IN_PLACE);
    Outcome right = ChildJvm.plain().run(folder, "InPlace");
    int starts = faulty.calls(onOpenCl(), folder, "InPlace").get("clEnqueueNDRangeKernel");
    assertThat(starts).as("each loop starts a kernel, that of the grid two").isEqualTo(302);

    // One of each loop, and both of the grid, when the others cannot be computed again; for starts
    // that have no effect by default the last one.
    int others = how.equals("after") ? 4 : LongTests.count(0, 4);
    for (int call = starts - others; call <= starts; call++) {
      Outcome failed =
          faulty
              .in(onOpenCl(), "clEnqueueNDRangeKernel:" + call + ":" + how)
              .run(folder, "InPlace");
      assertThat(failed.err()).as("start %s fails %s", call, how).isEmpty();
      assertThat(failed.out()).as("start %s fails %s", call, how).isEqualTo(right.out());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clEnqueueNDRangeKernel",
        "clEnqueueReadBuffer",
        "clEnqueueWriteBuffer",
        "clFlush",
        "clWaitForEvents"
      })
  void aSignalEndsAProgramWhoseShutdownHookReadsAnArrayOfADeviceThatNeverAnswers(String function) {
    if (!function.contains("Read")) {
      LongTests.assumeRun("devices that stop answering at any call");
    }
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Silent {
          public static void main(String[] arguments) throws Exception {
            double[] a = new double[20_000];
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(a[1])));
            Thread other = new Thread(() -> {
              for (int s = 0; s < 40; s++) {
                for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 0.5 + 1;
                if (s % 8 == 0) System.out.println(a[s]);
              }
            });
            other.setDaemon(true);
            other.start();
            other.join(2_000);
            new ProcessBuilder("kill", "" + ProcessHandle.current().pid()).start();
            Thread.sleep(600_000);
          }
        }
        """);
    Outcome ended = faulty.in(onOpenCl(), function + ":4:hang").run(folder, "Silent");
    assertThat(ended.exit()).isEqualTo(128 + 15);
  }

  @Test
  void aKernelThatIsBuiltForLongIsNamed() {
    Outcome slow =
        faulty
            .in(onOpenCl().property("slipstream.test.patience", "5"), "clBuildProgram:2:slow")
            .run(folder, "Faults");
    assertThat(slow.out()).isEqualTo(expected);
    // Under load, other kernels may take as long.
    assertThat(slow.errLines())
        .isNotEmpty()
        .allMatch(line -> line.contains("has been building the kernel"))
        .allMatch(line -> line.contains("Faults") && line.contains("for 5 s"));
  }

  @Test
  void aProgramThatEndsReleasesTheDevice() throws Exception {
    Map<String, Integer> calls = faulty.calls(onOpenCl(), folder, "Faults");
    assertThat(calls.get("clReleaseContext")).isEqualTo(calls.get("clCreateContext"));
    assertThat(calls.get("clReleaseCommandQueue")).isEqualTo(calls.get("clCreateCommandQueue"));
    assertThat(calls.get("clReleaseMemObject")).isEqualTo(calls.get("clCreateBuffer"));
  }

  /** Tries all calls of all functions, if there is time for it. Prints a table. */
  @Test
  void everyCallMayFail() throws Exception {
    if (!LongTests.areRun()) {
      requireRightOrLost("clSetKernelArg", 20, "after");
      requireRightOrLost("clCreateBuffer", 5, "always");
      return;
    }
    for (Map.Entry<String, Integer> each : faulty.calls(onOpenCl(), folder, "Faults").entrySet()) {
      int most = each.getValue();
      int step = Math.max(1, most / MOST_CALLS);
      for (String how : HOW) {
        int tries = 0;
        int right = 0;
        for (int call = 1; call <= most; call += step) {
          tries++;
          right += requireRightOrLost(each.getKey(), call, how) ? 1 : 0;
        }
        System.out.printf(
            "| `%s` | %s | %d | %d | %d |%n", each.getKey(), how, tries, right, tries - right);
      }
    }
  }

  /** Whether the program's results are correct; if not, it must get an error that says so. */
  private static boolean requireRightOrLost(String function, int call, String how) {
    String fault = function + ":" + call + ":" + how;
    Outcome outcome = run(function, call, how);
    if (outcome.exit() == 0) {
      assertThat(outcome.out()).as(fault).isEqualTo(expected);
      assertThat(outcome.errLines()).as(fault).hasSizeLessThanOrEqualTo(1);
      return true;
    }
    assertThat(outcome.err()).as(fault).contains("results of loops are lost", "is given up");
    assertThat(expected).as(fault).startsWith(outcome.out());
    return false;
  }
}
