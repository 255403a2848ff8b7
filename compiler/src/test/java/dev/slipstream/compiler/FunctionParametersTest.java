package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.RefusedLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loops that call functions which are known only when the loop is reached. */
class FunctionParametersTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static final String APPLY =
      """
      static void apply(double[] a, java.util.function.DoubleUnaryOperator f) {
        for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]);
      }
      static double[] values(int n) { double[] a = new double[n]; for (int i = 0; i < n; i++) a[i] = i % 7 - 2.5; return a; }
      """;

  private static TestProgram program(String members, String body) {
    return TestProgram.of(
        APPLY
            + members
            + "\nstatic Object run(int n) { double[] a = values(n);\n"
            + body
            + "\nreturn a; }");
  }

  private static TestProgram taken(int runs, String members, String body) throws Throwable {
    TestProgram program = program(members, body);
    everywhere.compare(program, 40);
    assertThat(program.refused()).isEmpty();
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).hasSize(runs);
    return program;
  }

  @Test
  void aLambdaThatIsPassedIsInlined() throws Throwable {
    TestProgram program = taken(1, "", "apply(a, x -> x * x + 1);");
    assertThat(program.kernel().note()).contains("compiled for Program.lambda$run$0");
  }

  @Test
  void aCallThatFillsAScratchArrayIsInlined() throws Throwable {
    TestProgram program =
        taken(
            2,
            """
            interface Source { double fill(double n, double[] y, double seed); }
            record Linear(double by) implements Source {
              public double fill(double n, double[] y, double seed) {
                for (int i = 0; i < n; i++) y[i] = seed + by * i;
                return seed;
              }
            }
            record Constant(double by) implements Source {
              public double fill(double n, double[] y, double seed) {
                for (int i = 0; i < n; i++) y[i] = by;
                return y[0];
              }
            }
            static void fillAll(Source source, double[] out, int m) {
              double[] tmp = new double[m];
              for (@Parallel int k = 0; k < out.length / m; k++) {
                double seed = source.fill(m, tmp, k);
                for (int i = 0; i < m; i++) out[k * m + i] = tmp[m - 1 - i] * 2 + seed;
              }
            }
            """,
            "fillAll(new Linear(0.5), a, 8); fillAll(new Constant(3), a, 4);");
    assertThat(program.runs()).allMatch(run -> run.trusted().isEmpty());
  }

  @Test
  void aLimitMayBeAnElementOfAShortArray() throws Throwable {
    String each =
        """
        static void some(double[] v, int[] sizes, java.util.function.DoubleUnaryOperator g) {
          for (@Parallel int i = 0; i < sizes[1] - 2; i++) v[i] = g.applyAsDouble(v[i]);
        }
        """;
    taken(
        2, each, "some(a, new int[] {3, 20}, x -> x + 1); some(a, new int[] {3, 12}, x -> x * 2);");
    TestProgram none =
        program(
            each,
            "try { some(a, new int[1], x -> x + 1); } catch (IndexOutOfBoundsException e) { a[0] ="
                + " 3; }");
    everywhere.compare(none, 40);
    assertThat(none.runs()).isEmpty();
  }

  @Test
  void whatALambdaCapturedIsRead() throws Throwable {
    taken(
        2,
        "",
        """
        double k = n * 0.5; float f = 3; long l = n; byte b = -3; char c = 'x'; boolean t = n > 3; double[] table = {1, 2, 3, 4};
        apply(a, x -> t ? x * k + f + l + b + c : 0);
        apply(a, x -> x + table[((int) x) & 3]);
        """);
  }

  @Test
  void methodReferencesAreInlined() throws Throwable {
    taken(
        4,
        """
        final double factor; Program(double factor) { this.factor = factor; }
        private double times(double x) { return factor * x; }
        static double half(double x) { return x / 2; }
        static int whole(double x) { return (int) x * 3; }
        """,
        """
        apply(a, Math::floor); apply(a, Program::half); Program p = new Program(7); apply(a, p::times);
        apply(a, Program::whole);
        """);
  }

  @Test
  void oneCallSiteIsCompiledForSeveralFunctions() throws Throwable {
    TestProgram program =
        program(
            "",
            "for (int k = 0; k < 9; k++) { double d = k; apply(a, k % 3 == 0 ? x -> x + d : k % 3"
                + " == 1 ? x -> x * d : x -> x - d); }");
    everywhere.compare(program, 30);
    assertThat(program.kernels()).hasSize(3);
    assertThat(program.runs()).hasSize(9);
  }

  @Test
  void aFifthClassLeavesTheLoopToTheHost() throws Throwable {
    TestProgram program =
        program(
            "",
            "apply(a, x -> x + 1); apply(a, x -> x + 2); apply(a, x -> x + 3); apply(a, x -> x +"
                + " 4); apply(a, x -> x + 5); apply(a, x -> x + 6);");
    everywhere.compare(program, 30);
    assertThat(program.runs()).hasSize(4);
    assertThat(program.refused()).hasSize(1);
    assertThat(program.refused().get(0).reason())
        .contains("more than 4 different lambdas or classes");
  }

  @Test
  void objectsOfClassesThatImplementAnInterfaceAreInlined() throws Throwable {
    taken(
        5,
        """
        record Scale(double by, double[] table) implements java.util.function.DoubleUnaryOperator { public double applyAsDouble(double x) { return x * by + table[1]; } }
        enum Op implements java.util.function.DoubleUnaryOperator { SQUARE { public double applyAsDouble(double x) { return x * x; } }, HALF { public double applyAsDouble(double x) { return x / 2; } } }
        static class Shifted implements java.util.function.DoubleUnaryOperator { private final double by; private final Scale scale; Shifted(double by) { this.by = by; scale = new Scale(by, new double[] {3, 4}); } public double applyAsDouble(double x) { return scale.applyAsDouble(x) + by; } }
        static void other(double[] a, java.util.function.DoubleUnaryOperator f) { for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]); }
        """,
        """
        apply(a, new Scale(3, new double[] {1, 2})); apply(a, Op.SQUARE); apply(a, Op.HALF); apply(a, new Shifted(0.25));
        double s = n; java.util.function.DoubleUnaryOperator f = new java.util.function.DoubleUnaryOperator() { double t = s; public double applyAsDouble(double x) { return x - t; } };
        other(a, f);
        """);
  }

  @Test
  void functionsInFieldsAreInlined() throws Throwable {
    taken(
        2,
        """
        private java.util.function.DoubleUnaryOperator f; static java.util.function.DoubleBinaryOperator g;
        void go(double[] a) { for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(i) + g.applyAsDouble(a[i], i); }
        """,
        """
        Program p = new Program(); p.f = x -> x * 3; g = (x, y) -> x - y; p.go(a);
        g = Math::max; p.go(a);
        """);
  }

  private static final String TWICE =
      "static java.util.function.DoubleUnaryOperator twice(java.util.function.DoubleUnaryOperator"
          + " f) { return x -> f.applyAsDouble(f.applyAsDouble(x)); }";

  @Test
  void functionsThatCaptureFunctionsAreInlined() throws Throwable {
    taken(
        2,
        TWICE,
        """
        apply(a, twice(x -> x * 0.5));
        java.util.function.DoubleUnaryOperator f = x -> x * 3, g = x -> x + 2;
        apply(a, f.andThen(g));
        """);
  }

  @Test
  void aFunctionThatCapturesOneOfItsOwnKindStaysOnTheHost() throws Throwable {
    TestProgram program = program(TWICE, "apply(a, twice(twice(x -> x + 1)));");
    everywhere.compare(program, 20);
    assertThat(program.runs()).isEmpty();
    assertThat(program.refused().get(0).reason()).contains("which calls itself");
  }

  @Test
  void aFunctionMayWriteTheArraysThatItCaptured() throws Throwable {
    taken(
        2,
        """
        interface Body { void run(int i); }
        static void forAll(int n, Body body) { for (@Parallel int i = 0; i < n; i++) body.run(i); }
        static void grid(int n, java.util.function.IntBinaryOperator f, int[] out) { for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++) out[i * n + j] = f.applyAsInt(i, j); }
        """,
        """
        double[] b = values(n); forAll(n, i -> a[i] = 2 * b[i] + i);
        int[] out = new int[n * n]; grid(n, (i, j) -> i * 3 - j, out); for (int i = 0; i < n; i++) a[i] += out[7 * i + 3];
        """);
  }

  @Test
  void sumsOfFunctionsAreReduced() throws Throwable {
    taken(
        4,
        """
        static double integral(java.util.function.DoubleUnaryOperator f, int n) { @Reduction double s = 0; for (@Parallel int i = 0; i < n; i++) s += f.applyAsDouble(i * 0.5); return s; }
        static long count(java.util.function.IntPredicate p, int n) { long c = 0; for (@Parallel int i = 0; i < n; i++) if (p.test(i)) c++; return c; }
        static long total(java.util.function.LongUnaryOperator f, int n) { long c = 0; for (@Parallel long i = 0; i < n; i++) c += f.applyAsLong(i); return c; }
        """,
        """
        a[0] = count(i -> i % 3 == 0, n); a[1] = total(k -> k * k, n); a[2] = Math.abs(integral(x -> 2 * x, n)); a[3] = count(i -> i > n / 2, n);
        """);
  }

  @Test
  void nullThrowsWhereTheLoopWouldThrow() throws Throwable {
    TestProgram program = program("", "apply(new double[0], null); apply(a, null);");
    everywhere.compare(program, 10);
    assertThat(program.runs()).isEmpty();
    everywhere.compare(
        program(
            "static java.util.function.DoubleUnaryOperator[] none = new"
                + " java.util.function.DoubleUnaryOperator[1];",
            "try { apply(a, none[0]); } catch (NullPointerException e) { a[0] ="
                + " e.getMessage().contains(\"because \\\"f\\\" is null\") ? 1 : 2; }"),
        10);
  }

  @Test
  void whatAFunctionThrowsIsThrown() throws Throwable {
    TestProgram program =
        program(
            "",
            "double[] t = new double[5]; apply(a, x -> t[(int) (x + 3)]); apply(a, x -> t[(int) (x"
                + " + 30)]);");
    everywhere.compare(program, 6);
    everywhere.compare(program, 40);
    assertThat(program.stays()).isNotEmpty();
  }

  @Test
  void functionsWithSideEffectsStayOnTheHost() throws Throwable {
    TestProgram program =
        program(
            "static int calls;",
            "apply(a, x -> { calls++; return x; }); apply(a, x -> { System.out.print(\"\"); return"
                + " x; }); a[0] = calls;");
    everywhere.compare(program, 20);
    assertThat(program.runs()).isEmpty();
    assertThat(program.refused())
        .extracting(RefusedLoop::reason)
        .anyMatch(reason -> reason.contains("writes the field calls"))
        .anyMatch(reason -> reason.contains("calls PrintStream.print"));
  }

  @Test
  void functionsOfBoxedNumbersStayOnTheHost() throws Throwable {
    TestProgram program =
        program(
            """
            interface Weight { double of(double x); }
            static void weigh(double[] a, Weight w) { for (@Parallel int i = 0; i < a.length; i++) a[i] = w.of(a[i]); }
            static double boxed(Double x) { return x * 2; }
            """,
            "weigh(a, Program::boxed); weigh(a, (Weight & java.io.Serializable) x -> x + 1);");
    everywhere.compare(program, 20);
    assertThat(program.runs()).isEmpty();
    assertThat(program.refused())
        .hasSize(2)
        .allMatch(
            loop -> loop.reason().contains("is a lambda that boxes numbers, is serializable"));
  }

  @Test
  void virtualMethodsAreThoseOfTheObjectThatIsThere() throws Throwable {
    taken(
        3,
        """
        static abstract class Shape { abstract double area(double x); double twice(double x) { return 2 * area(x); } }
        static class Disc extends Shape { double r; Disc(double r) { this.r = r; } double area(double x) { return 3 * r * x; } }
        static class Box extends Shape { double area(double x) { return x * x; } double twice(double x) { return super.twice(x) + 1; } }
        static void fill(double[] a, Shape s) { for (@Parallel int i = 0; i < a.length; i++) a[i] += s.twice(i); }
        """,
        "fill(a, new Disc(2)); fill(a, new Box()); fill(a, new Disc(3));");
  }

  @Test
  void privateFieldsOfOtherClassesAreRead() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static double[] run(int n) { Model m = new Model(n); double[] a = new double[n];
              for (@Parallel int i = 0; i < n; i++) a[i] = m.at(i);
              return a; }
            }
            final class Model { private final double[] w; private int by = 3; Model(int n) { w = new double[n]; for (int i = 0; i < n; i++) w[i] = i * 0.5; }
              double at(int i) { return w[i] * by; }
            """);
    everywhere.compare(program, 30);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void whatIsReadAfterTheLoopIsRight() throws Throwable {
    taken(
        1,
        "static double last(double[] a, java.util.function.DoubleUnaryOperator f) { double t = 0;"
            + " for (@Parallel int i = 0; i < a.length; i++) { t = f.applyAsDouble(i); a[i] = t; }"
            + " return t; }",
        "double d = last(a, x -> x * 4); a[1] = d;");
  }
}
