package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import dev.slipstream.agent.child.LoopReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops that call functions which they are given. */
class FunctionsIT {
  @TempDir private Path folder;

  private static final String LIBRARY =
      """
      package maths;

      import dev.slipstream.api.Parallel;
      import java.util.function.DoubleUnaryOperator;

      public class Vectors {
        public static void apply(double[] a, DoubleUnaryOperator f) {
          for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]);
        }
      }
      """;

  private static final String PROGRAM =
      """
      package program;

      import java.util.function.DoubleUnaryOperator;
      import maths.Vectors;

      public class Functions {
        record Scale(double by) implements DoubleUnaryOperator {
          public double applyAsDouble(double x) { return x * by; }
        }

        public static void main(String[] arguments) {
          double[] a = new double[100_000], table = {0.5, 1.5, 2.5, 3.5};
          for (int i = 0; i < a.length; i++) a[i] = i % 1001 * 0.25;
          for (int t = 0; t < 3; t++) {
            double shift = t;
            Vectors.apply(a, x -> x + shift + table[(int) x & 3]);
          }
          Vectors.apply(a, new Scale(0.75));
          DoubleUnaryOperator first = Math::sqrt;
          Vectors.apply(a, first.andThen(x -> x - 1));
          Vectors.apply(a, Math::abs);
          if (arguments.length > 0) Vectors.apply(a, x -> -x);
          double sum = 0;
          for (double x : a) sum += x;
          System.out.println(sum);
        }
      }
      """;

  private void compile() {
    String api = ChildProgram.apiJar().toString();
    ChildProgram.compile(folder, List.of("--release", "17", "-g", "-cp", api), LIBRARY, PROGRAM);
  }

  private Path reportFile() {
    return folder.resolve("report.json");
  }

  private ChildJvm onCpu() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "cpu")
        .property("slipstream.report.file", reportFile().toString());
  }

  private List<Map<String, String>> loops() {
    return LoopReport.read(reportFile()).loops();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void eachFunctionHasItsOwnKernel(int feature) {
    Optional<Jdk> jdk = Jdk.of(feature);
    Assumptions.assumeTrue(jdk.isPresent(), "no JDK " + feature + " in /usr/lib/jvm");
    compile();

    Outcome plain = ChildJvm.plain().on(jdk.orElseThrow()).run(folder, "program.Functions");
    Outcome with = onCpu().on(jdk.orElseThrow()).run(folder, "program.Functions");

    assertThat(with).isEqualTo(plain);
    assertThat(loops())
        .hasSize(4)
        .allMatch(loop -> loop.get("decision").equals("taken") && loop.get("where").equals("cpu"));
    assertThat(loops()).extracting(loop -> loop.get("runs")).contains("3", "1");
  }

  @Test
  void aFifthFunctionStaysOnTheHostAndIsForbiddenInStrictMode() {
    compile();

    Outcome plain = ChildJvm.plain().run(folder, "program.Functions", "more");
    Outcome with = onCpu().run(folder, "program.Functions", "more");
    Outcome strict =
        onCpu().property("slipstream.strict", "true").run(folder, "program.Functions", "more");

    assertThat(with).isEqualTo(plain);
    assertThat(strict.exit()).isEqualTo(1);
    assertThat(strict.err())
        .contains(
            "SlipstreamException: Vectors.apply:8", "more than 4 different lambdas or classes");
  }

  @Test
  void functionsOfNamedModulesAreTakenThatOpenNothing() {
    Path module = folder.resolve("module");
    ChildProgram.compileModule(module, "program", LIBRARY, PROGRAM);
    List<String> command = List.of("-p", module.toString(), "-m", "program/program.Functions");

    Outcome plain = ChildJvm.plain().command(command);
    Outcome with = onCpu().command(command);

    assertThat(plain.exit()).isZero();
    assertThat(with).isEqualTo(plain);
    assertThat(loops()).hasSize(4).allMatch(loop -> loop.get("decision").equals("taken"));
  }
}
