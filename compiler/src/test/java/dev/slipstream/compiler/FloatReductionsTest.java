package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sums and products of floating-point numbers: the same tree on all devices. */
class FloatReductionsTest {
  private static final String MEMBERS =
      """
      static double sum(int n) {
        @Reduction double s = 0.125;
        for (@Parallel int i = 0; i < n; i++) s += 1.0 / (i + 1);
        return s;
      }
      static double difference(int n) {
        @Reduction double s = 1000;
        for (@Parallel int i = 0; i < n; i++) { double x = i * 0.1; s = s - x; if (i % 3 == 0) s += x * x * 1e-6; }
        return s;
      }
      static double product(int n) {
        @Reduction double s = 1;
        for (@Parallel int i = 0; i < n; i++) s *= 1 + 1e-3 * (i % 7 - 3);
        return s;
      }
      static float single(int n) {
        @Reduction float s = 0; @Reduction float p = 1; int c = 0;
        for (@Parallel int i = 0; i < n; i++) { s += i * 0.3f; p *= 1.0001f; c++; }
        return s + p + c;
      }
      static double nest(int n) {
        @Reduction double s = 0;
        for (@Parallel int i = 0; i < n; i++)
          for (@Parallel int j = 0; j < 9; j++)
            for (int k = 0; k <= j; k++) s += 0.1 * i + 0.01 * j - 0.7 * k;
        return s;
      }
      static double last(int n) {
        @Reduction double s = 0; double x = 0;
        for (@Parallel int i = 0; i < n; i++) { x = 0.1 * i; s += x; }
        return s + x;
      }
      """;

  @RegisterExtension static final SharedDevice device = new SharedDevice();

  @Test
  void theTreeIsTheSameInPiecesInOnePieceAndOnADevice() throws Throwable {
    TestProgram program = TestProgram.of(MEMBERS);
    assertThat(program.kernels()).as("%s", program.refused()).hasSize(6);
    CheckedLaunch pieces = CheckedLaunch.comparingLater(device.get());
    for (LoopKernel kernel : program.kernels()) {
      String method = kernel.name().method();
      for (int n : new int[] {0, 1, 2, 33, 1000, 70_001}) {
        double plain = ((Number) program.plain(method, n)).doubleValue();
        program.launchWith(pieces);
        String inPieces = ReductionsTest.bits(program.taken(method, n));
        program.launchWith(FloatReductionsTest::launchInOnePiece);
        Object whole = program.taken(method, n);
        assertThat(ReductionsTest.bits(whole)).as(method).isEqualTo(inPieces);
        double value = ((Number) whole).doubleValue();
        double error = method.equals("single") ? 1e-3 : 1e-9;
        assertThat(value).as(method).isCloseTo(plain, within(error * Math.max(1, Math.abs(plain))));
      }
    }
    pieces.compare();
    assertThat(program.runs()).isNotEmpty().allMatch(LaunchPlan.Run::fixedOrder);
  }

  @Test
  void aSumOfNegativeZerosStaysOne() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static double run(double[] a, double first) {
              @Reduction double s = first;
              for (@Parallel int i = 0; i < a.length; i++) s += a[i];
              return s;
            }
            """);
    double[] zeros = {-0.0, -0.0, -0.0};
    assertThat((double) program.taken("run", zeros, -0.0)).isEqualTo(-0.0);
    assertThat((double) program.taken("run", zeros, 0.0)).isEqualTo(0.0);
    assertThat((double) program.taken("run", new double[] {Double.NaN, 1}, 0.0)).isNaN();
    assertThat(program.runs()).hasSize(3);
  }

  private static void launchInOnePiece(LoopKernel kernel, LaunchPlan.Run run) {
    try {
      ClassLoader loader =
          new ClassLoader() {
            @Override
            protected Class<?> findClass(String name) {
              return defineClass(
                  name, kernel.kernel().classFile(), 0, kernel.kernel().classFile().length);
            }
          };
      MethodHandles.lookup()
          .findStatic(
              loader.loadClass(kernel.kernel().className()),
              "run",
              MethodType.methodType(void.class, int[].class, Object[].class))
          .invoke(new int[] {0, run.launch().space().counts()[0]}, run.launch().arguments());
    } catch (Throwable e) {
      throw new AssertionError("the kernel threw", e);
    }
  }
}
