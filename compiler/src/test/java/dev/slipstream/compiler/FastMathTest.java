package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.ArrayStart;
import dev.slipstream.compiler.opencl.FloatingPoint;
import dev.slipstream.compiler.opencl.OpenClSource;
import dev.slipstream.compiler.opencl.OpenClTestDevice;
import dev.slipstream.compiler.opencl.OpenClTranslator;
import dev.slipstream.compiler.opencl.UntranslatableException;
import dev.slipstream.compiler.outlining.LoopKernel;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels whose floating-point results may differ from Java's, and how much they do. */
class FastMathTest {
  private static final int COUNT = 20_000;

  /**
   * The bounds are OpenCL's own plus one ulp for the result that they are compared with. For floats
   * that result is rounded from double, so half an ulp would be enough.
   */
  @ParameterizedTest
  @CsvSource({
    "sin, 100, 4",
    "cos, 100, 4",
    "tan, 1.5, 5",
    "asin, 1, 4",
    "acos, 1, 4",
    "atan, 1e6, 5",
    "exp, 80, 3",
    "expm1, 80, 3",
    "log, 1e6, 3",
    "log10, 1e6, 3",
    "log1p, 1e6, 2",
    "cbrt, 1e6, 2",
    "sinh, 80, 4",
    "cosh, 80, 4",
    "tanh, 9, 5",
    "atan2, 1e3, 6",
    "pow, 12, 16",
    "hypot, 1e6, 4"
  })
  void aFunctionOfTheDeviceIsWithinItsBound(String function, double range, int ulps)
      throws Throwable {
    boolean two = Set.of("atan2", "pow", "hypot").contains(function);
    String wide = function + (two ? "(d[i], e[i])" : "(d[i])");
    String narrow = function + (two ? "(f[i], g[i])" : "(f[i])");
    String text =
        """
        static void run(double[] d, double[] e, float[] f, float[] g, double[] x, float[] y) {
          for (@Parallel int i = 0; i < x.length; i++) {
            x[i] = Math.%s;
            y[i] = (float) Math.%s;
          }
        }
        """
            .formatted(wide, narrow);
    Random random = new Random(1);
    boolean positive = Set.of("log", "log10", "log1p", "pow").contains(function);
    double[][] doubles = new double[3][COUNT];
    float[][] floats = new float[3][COUNT];
    for (int i = 0; i < COUNT; i++) {
      for (int operand = 0; operand < 2; operand++) {
        double value = (positive ? random.nextDouble() : random.nextDouble() * 2 - 1) * range;
        floats[operand][i] = (float) value;
        doubles[operand][i] = value;
      }
    }
    Object[] expected = {
      doubles[0], doubles[1], floats[0], floats[1], new double[COUNT], new float[COUNT]
    };
    Object[] actual = Operands.copies(expected);
    TestProgram.of(text.replace("Math.", "StrictMath.")).plain("run", expected);
    OpenClSource source = relaxed(text, actual);
    assertThat(source.text()).contains("slipstream.fastMath").doesNotContain("KernelMath");
    double[] x = (double[]) actual[4];
    float[] y = (float[]) actual[5];
    double worst = 0;
    for (int i = 0; i < COUNT; i++) {
      double wanted = ((double[]) expected[4])[i];
      worst = Math.max(worst, Math.abs(x[i] - wanted) / Math.ulp(wanted));
      float single = ((float[]) expected[5])[i];
      worst = Math.max(worst, Math.abs((double) y[i] - single) / Math.ulp(single));
    }
    System.out.println(function + ": at most " + worst + " ulp from StrictMath");
    assertThat(worst).isLessThanOrEqualTo(ulps + 1);
  }

  @Test
  void specialCasesArePreservedAndFunctionsOfFloatsNeedNoDoubles() throws Throwable {
    String text =
        """
        static void run(float[] f, float[] y) {
          for (@Parallel int i = 0; i < y.length; i++) {
            y[i] = (float) Math.pow(f[i], f[i + 1]) + (float) Math.sin(f[i]) * 0 - y[i] / 3;
          }
        }
        """;
    Float[] values = {1f, Float.NaN, 0f, -1f, Float.POSITIVE_INFINITY, 1f, -0f, 2f};
    float[] f = new float[values.length];
    for (int i = 0; i < f.length; i++) {
      f[i] = values[i];
    }
    Object[] expected = {f, new float[f.length - 1]};
    Object[] actual = Operands.copies(expected);
    TestProgram.of(text).plain("run", expected);
    assertThat(relaxed(text, actual).usesDouble()).isFalse();
    assertThat(actual[1]).isEqualTo(expected[1]);
  }

  @Test
  void withoutTheOptionTheTextIsTheExactOne() throws Throwable {
    LoopKernel kernel =
        TestProgram.of(
                """
                static void run(double[] d) {
                  for (@Parallel int i = 0; i < d.length; i++) d[i] = Math.sin(d[i]) * d[i] + 1;
                }
                """)
            .kernel();
    OpenClSource exact =
        OpenClTranslator.translate(
            kernel.kernel().classFile(),
            kernel.kernel().dimensions(),
            kernel.kernel().descriptors(),
            FloatingPoint.EXACT,
            Set.of(),
            ArrayStart.FIRST_ELEMENT);
    assertThat(exact).isEqualTo(translate(kernel, FloatingPoint.EXACT));
    assertThat(exact.text())
        .contains("FP_CONTRACT OFF", "KernelMath_sin")
        .doesNotContain("fastMath");
    assertThat(translate(kernel, FloatingPoint.RELAXED).text())
        .contains("FP_CONTRACT ON", " sin(")
        .doesNotContain("KernelMath_sin");
  }

  private static OpenClSource translate(LoopKernel kernel, FloatingPoint floatingPoint)
      throws UntranslatableException {
    return OpenClTranslator.translate(
        kernel.kernel().classFile(),
        kernel.kernel().dimensions(),
        kernel.kernel().descriptors(),
        floatingPoint,
        Set.of(),
        ArrayStart.FIRST_ELEMENT);
  }

  /** Runs the program with its loop on a device. */
  private static OpenClSource relaxed(String text, Object[] arguments) throws Throwable {
    TestProgram program = TestProgram.of(text);
    OpenClSource source = translate(program.kernel(), FloatingPoint.RELAXED);
    try (OpenClTestDevice device = OpenClTestDevice.open("-cl-mad-enable").orElse(null)) {
      Assumptions.assumeTrue(device != null, "no OpenCL device was found");
      program.launchWith(
          (kernel, run) ->
              device.run(
                  source,
                  run.launch().space().starts(),
                  run.launch().space().steps(),
                  run.launch().space().counts(),
                  run.launch().arguments()));
      program.taken("run", arguments);
    }
    assertThat(program.runs()).hasSize(1);
    return source;
  }
}
