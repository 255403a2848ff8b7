package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A device that is lost while it holds results. */
class DeviceLossIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Lost {
        static void step(float[] from, float[] to, float factor) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[i] * factor + i;
        }

        static void transpose(double[][] from, double[][] to) {
          for (@Parallel int i = 0; i < to.length; i++)
            for (int j = 0; j < to[i].length; j++) to[i][j] = from[j][i] + 1;
        }

        public static void main(String[] arguments) {
          float[] a = new float[1000];
          float[] b = new float[1000];
          double[][] m = new double[100][100];
          double[][] t = new double[100][100];
          for (int i = 0; i < 100; i++)
            for (int j = 0; j < 100; j++) m[i][j] = 100 * i + j;
          for (int s = 0; s < 20; s++) {
            step(a, b, 0.5f + s);
            step(b, a, 0.25f);
            transpose(m, t);
            transpose(t, m);
          }
          double sum = 0;
          for (int i = 0; i < 100; i++)
            for (int j = 0; j < 100; j++) sum = 0.75 * sum + m[i][j] + t[i][j];
          System.out.println(java.util.Arrays.hashCode(a) + " " + sum);
          System.out.println(java.util.Arrays.hashCode(b));
        }
      }
      """;

  private static final String ONE_LOOK =
      """
      import dev.slipstream.api.Parallel;

      public class Look {
        static void step(double[] from, double[] to) {
          for (@Parallel int i = 0; i < to.length; i++) to[i] = from[i] * 3 + i;
        }

        public static void main(String[] arguments) {
          double[] a = new double[1000], b = new double[1000], c = new double[1000];
          if (arguments.length > 0) {
            step(a, b);
            java.util.Arrays.fill(a, 5);
            System.out.println(java.util.Arrays.hashCode(b));
          }
          step(a, b);
          step(b, c);
          System.out.println(java.util.Arrays.hashCode(b) + " " + java.util.Arrays.hashCode(c));
          step(c, a);
          System.out.println(java.util.Arrays.hashCode(a));
        }
      }
      """;

  private static final String GIVEN_UP =
      "[slipstream] a device is given up, and loops run on the host from now on: ";

  @TempDir private Path folder;

  private ChildJvm failing(String stage) {
    OpenClHere.assume();
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report.file", folder.resolve("report.json").toString())
        .property("slipstream.test.opencl.fail", stage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"allocate", "upload", "download"})
  void aLoopThatChangesItsArrayInPlaceLosesNothingBeforeElementsAreCopiedBack(String stage) {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class InPlace {
          public static void main(String[] arguments) {
            double[] u = new double[70_000];
            for (int i = 0; i < u.length; i++) u[i] = i;
            for (@Parallel int i = 0; i < u.length; i++) u[i] = u[i] * 0.5 + 1;
            System.out.println(u[77] + " " + java.util.Arrays.hashCode(u));
          }
        }
        """);

    ChildJvm.Outcome failed = failing(stage).run(folder, "InPlace");

    assertThat(failed.out())
        .as(failed.err())
        .isEqualTo(ChildJvm.plain().run(folder, "InPlace").out());
    assertThat(failed.exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "allocate, clCreateBuffer",
    "upload, clEnqueueWriteBuffer",
    "download, clEnqueueReadBuffer"
  })
  void theHostComputesWhatCannotBeCopiedOrFindsNoRoom(String stage, String cause) throws Exception {
    ChildProgram.compile(folder, ONE_LOOK);
    Outcome plain = ChildJvm.plain().run(folder, "Look");
    Outcome with = failing(stage).run(folder, "Look");

    assertThat(with.errLines()).singleElement().asString().contains(GIVEN_UP, cause);
    assertThat(with.out()).isEqualTo(plain.out());
    assertThat(with.exit()).isZero();
    String report = Files.readString(folder.resolve("report.json"));
    assertThat(LoopReport.parse(report).of("Look.step:5").toString()).contains(cause);
  }

  @Test
  void anAccessToALostArrayNamesTheArrayAndSaysWhatToDo() {
    ChildProgram.compile(folder, ONE_LOOK);
    Outcome with = failing("download").run(folder, "Look", "overwritten");

    assertThat(with.exit()).isEqualTo(1);
    assertThat(with.err())
        .contains(
            "SlipstreamException: results of loops are lost",
            "double[1000] B1 [0, 1000) from device 0 to heap, for a read of double[1000] B1",
            "clEnqueueReadBuffer",
            "slipstream.device=host",
            "at Look.main");
  }

  @Test
  void theHostComputesAgainWhatALostDeviceHeld() throws Exception {
    OpenClHere.assume();
    ChildProgram.compile(folder, SOURCE);
    Path report = folder.resolve("report.json");

    Outcome plain = ChildJvm.plain().run(folder, "Lost");
    Outcome with =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.report.file", report.toString())
            .property("slipstream.test.opencl.fail", "lost")
            .run(folder, "Lost");

    assertThat(with.errLines()).singleElement().asString().contains(GIVEN_UP);
    assertThat(with.out()).isEqualTo(plain.out());
    assertThat(with.exit()).isZero();
    assertThat(LoopReport.parse(Files.readString(report)).of("Lost.step:5").toString())
        .contains("clWaitForEvents returned CL_INVALID_VALUE");
  }
}
