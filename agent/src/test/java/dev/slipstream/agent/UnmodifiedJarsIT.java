package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.JamaProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OpenClHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs by third parties, with loops that are named instead of annotated. Only loops whose
 * iterations are independent are named: SOR's and the factorisations' outer loops are not.
 */
class UnmodifiedJarsIT {
  private static final String SCIMARK =
      """
      package jnt.scimark2;

      import java.util.Arrays;

      public class ScimarkDriver {
        public static void main(String[] arguments) {
          java.util.Random random = new java.util.Random(20);
          int n = 300;
          int perRow = 5;
          double[] x = random.doubles(n).toArray();
          double[] y = new double[n];
          double[] val = random.doubles(n * perRow).toArray();
          int[] col = random.ints(n * perRow, 0, n).toArray();
          int[] row = new int[n + 1];
          for (int r = 0; r <= n; r++) {
            row[r] = r * perRow;
          }
          SparseCompRow.matmult(y, val, row, col, x, 4);
          System.out.println("sparse " + Arrays.hashCode(y));

          double[] data = random.doubles(512).toArray();
          FFT.transform(data);
          FFT.inverse(data);
          System.out.println("fft " + Arrays.hashCode(data));

          double[][] matrix = new double[80][];
          for (int i = 0; i < matrix.length; i++) {
            matrix[i] = random.doubles(matrix.length).toArray();
          }
          int[] pivot = new int[matrix.length];
          double[][] copy = LU.new_copy(matrix);
          LU.factor(copy, pivot);
          double[] b = LU.new_copy(x);
          LU.solve(copy, pivot, b);
          System.out.println("lu " + Arrays.deepHashCode(copy) + " " + Arrays.hashCode(pivot)
              + " " + Arrays.hashCode(b));

          System.out.println("montecarlo " + MonteCarlo.integrate(5000));
        }
      }
      """;

  private static final List<String> SCIMARK_LOOPS =
      List.of(
          "jnt.scimark2.SparseCompRow#matmult:34",
          "jnt.scimark2.FFT#inverse:38",
          "jnt.scimark2.FFT#transform_internal:106",
          "jnt.scimark2.FFT#transform_internal:128",
          "jnt.scimark2.LU#new_copy:40",
          "jnt.scimark2.LU#factor:215",
          "jnt.scimark2.LU#factor:229",
          "jnt.scimark2.LU#factor:234",
          "jnt.scimark2.MonteCarlo#integrate:53");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl", "auto"})
  void scimarkComputesTheSame(String device) throws Exception {
    Path jar = ChildProgram.locationOf(Class.forName("jnt.scimark2.SOR"));
    assume(device);
    LoopReport report = compare(device, SCIMARK, "jnt.scimark2.ScimarkDriver", jar, SCIMARK_LOOPS);

    assertRanOn(device, report, "SparseCompRow.matmult:34");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl", "auto"})
  void jamaComputesTheSame(String device) throws Exception {
    Path jar = JamaProgram.jar();
    assume(device);
    LoopReport report =
        compare(device, JamaProgram.SOURCE, JamaProgram.MAIN, jar, JamaProgram.LOOPS);

    assertRanOn(device, report, "Matrix.plus:554", "Matrix.transpose:468", "Matrix.times:749");
  }

  private static void assume(String device) {
    if (device.equals("opencl")) {
      OpenClHere.assume();
    }
  }

  /** Checks that loops ran on a device each time, if one was chosen. */
  private static void assertRanOn(String device, LoopReport report, String... names) {
    for (String name : names) {
      Map<String, String> loop =
          report.loops().stream().filter(l -> name.equals(l.get("name"))).findFirst().orElseThrow();
      assertThat(loop.get("decision")).as(name).isEqualTo("taken");
      if (!device.equals("auto")) {
        assertThat(loop.get("where")).as(name).startsWith(device);
        assertThat(loop.get("reason")).as(name).isEmpty();
      }
    }
  }

  @Test
  void scimarkIsOfVersion45AndJamaOfVersion50() throws Exception {
    assertThat(version("jnt/scimark2/SOR.class", Class.forName("jnt.scimark2.SOR"))).isEqualTo(45);
    assertThat(version("Jama/Matrix.class", Class.forName("Jama.Matrix"))).isEqualTo(50);
  }

  private LoopReport compare(
      String device, String source, String mainClass, Path jar, List<String> loops)
      throws IOException {
    Path program = folder.resolve(device);
    ChildProgram.compile(program, List.of("--release", "17", "-cp", jar.toString()), source);
    Path report = folder.resolve(device + ".json");
    List<Path> classPath = List.of(program, jar);

    Outcome plain = ChildJvm.plain().run(classPath, mainClass);
    ChildJvm jvm = ChildJvm.withAgent();
    if (device.equals("auto")) {
      // The options of users. On devices, optimisation would mostly concern the agent itself.
      jvm.optimising();
    }
    Outcome with =
        jvm.property("slipstream.device", device)
            .property("slipstream.loops", String.join(",", loops))
            .property("slipstream.report.file", report.toString())
            .run(classPath, mainClass);

    assertThat(plain.exit()).isZero();
    assertThat(with.out()).isEqualTo(plain.out());
    assertThat(with.exit()).isZero();
    LoopReport result = LoopReport.read(report);
    // A loop that became a dimension of its outer loop has no entry of its own.
    assertThat(result.loops()).as("loops found, of %s", loops).isNotEmpty();
    write(jar.getFileName() + ", slipstream.device=" + device, result);
    return result;
  }

  /** Prints the outcome of each loop, for the documentation. */
  private static void write(String title, LoopReport report) throws IOException {
    StringBuilder text = new StringBuilder(title).append('\n');
    for (Map<String, String> loop : report.loops()) {
      text.append(
          String.format(
              "  %-28s %-8s %-9s %s%n",
              loop.get("name"), loop.get("decision"), loop.get("where"), loop.get("reason")));
    }
    Files.writeString(
        Path.of(System.getProperty("slipstream.test.target")).resolve("unmodified-jars.txt"),
        text.append('\n'),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static int version(String file, Class<?> type) throws IOException {
    try (var in = type.getClassLoader().getResourceAsStream(file)) {
      byte[] classFile = in.readAllBytes();
      return classFile[6] << 8 | classFile[7];
    }
  }
}
