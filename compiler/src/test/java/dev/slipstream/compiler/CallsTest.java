package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls of methods that could be overridden, of interfaces and of lambdas. */
class CallsTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static final String TYPES =
      """
      interface Shape { double area(double scale); default double twice(double s) { return 2 * area(s); } }
      static class Circle implements Shape { double r; Circle(double r) { this.r = r; } public double area(double s) { return 3 * r * r * s; } }
      static class Ring extends Circle { double hole = 1; Ring(double r) { super(r); } @Override public double area(double s) { return super.area(s) - hole; } }
      sealed interface Lone { double value(int i); } static final class Single implements Lone { public double value(int i) { return i * 0.5; } }
      static abstract class Base { abstract double f(double x); double g(double x) { return f(x) + 1; } }
      static class Derived extends Base { double f(double x) { return x * x; } }
      interface Op { double apply(double x); default double twice(double x) { return apply(apply(x)); } }
      static final java.util.function.DoubleUnaryOperator HALF = x -> x / 2;
      static double integrate(java.util.function.DoubleUnaryOperator f, double to) { double s = 0; for (int k = 0; k < 4; k++) s += f.applyAsDouble(to * k / 4); return s; }
      static double third(double x) { return x / 3; }
      static class Pair { final Circle shape; Pair(Circle shape) { this.shape = shape; } }
      static Circle made = new Circle(4);
      """;

  private static final String HOLDER =
      """
      static class Holder { private final Shape shape = new Circle(2); Shape open = new Ring(3); static final java.util.function.DoubleUnaryOperator CUBE = x -> x * x * x;
        double run(double[] a, int n) { for (@Parallel int i = 0; i < n; i++) a[i] = shape.area(i) + open.twice(i); return a[n - 1]; } }
      """;

  private static String loop(String before, String body) {
    return TYPES
        + "static double[] run(int n, int m) { double[] a = new double[n], b = new double[n];\n"
        + "for (int i = 0; i < n; i++) b[i] = i % 7 - 2.5;\n"
        + before
        + "\nfor (@Parallel int i = 0; i < n; i++) {\n"
        + body
        + "\n}\nreturn a; }";
  }

  private static TestProgram taken(String before, String body) throws Throwable {
    return everywhere.taken(loop(before, body), 30, 3);
  }

  @Test
  void aMethodThatCouldBeOverriddenIsInlinedForObjectsOfItsClass() throws Throwable {
    taken("Circle c = made;", "a[i] = c.area(b[i]) + c.twice(i);");
    taken("", "a[i] = made.area(b[i]);");
    TestProgram program =
        TestProgram.of(
            loop(
                "Circle c = m > 2 ? new Ring(5) : new Circle(6);",
                "a[i] = c.area(b[i]) + c.twice(i);"));
    everywhere.compare(program, 30, 3);
    assertThat(program.kernels()).hasSize(2);
    everywhere.compare(program, 30, 1);
    assertThat(program.runs()).hasSize(2);
    assertThat(program.stays()).isEmpty();
  }

  @Test
  void theClassOfAnObjectIsSeenWhereItIsMade() throws Throwable {
    taken("Shape s = new Ring(m);", "a[i] = s.area(b[i]) + s.twice(2);");
    taken("Base s = new Derived();", "a[i] = s.g(b[i]);");
    taken("", "Shape s = new Ring(b[i]); Base t = new Derived(); a[i] = s.twice(i) + t.g(i);");
    everywhere.taken(
        TYPES
            + HOLDER
            + "static double[] run(int n) { double[] a = new double[n]; new Holder().run(a, n);"
            + " return a; }",
        20);
  }

  @Test
  void aLoopIsCompiledAnewForObjectsOfAnotherClassThanWasThought() throws Throwable {
    TestProgram program =
        TestProgram.of(
            TYPES
                + """
                static class Scene {
                  private Shape shape = new Circle(2);
                  double step(double x) { return shape.area(x) + 1; }
                  void fill(double[] a, int n) { for (@Parallel int i = 0; i < n; i++) a[i] = step(i); }
                }
                static class Other extends Scene { double step(double x) { return -x; } }
                static double[] run(int n, int m) {
                  double[] a = new double[n];
                  Scene scene = m == 1 ? new Other() : new Scene();
                  if (m == 2) scene.shape = x -> x + 7;
                  if (m == 3) scene.shape = null;
                  scene.fill(a, n);
                  return a;
                }
                """);
    assertThat(program.refused()).isEmpty();
    everywhere.compare(program, 20, 0);
    assertThat(program.runs()).hasSize(1);
    everywhere.compare(program, 20, 1);
    everywhere.compare(program, 20, 2);
    everywhere.compare(program, 20, 3);
    assertThat(program.runs()).hasSize(3);
    assertThat(program.stays()).isEmpty();
    assertThat(program.refused()).isEmpty();
  }

  @Test
  void aLoopOfABaseClassRunsForObjectsOfItsSubclasses() throws Throwable {
    String members =
        """
        static class Base {
          protected double[] ce = {1, 2, 3};
          public void exact(double x, double[] d, int at) { for (int m = 0; m < 3; m++) d[at + m] = ce[m] * x + shift(m); }
          protected int shift(int m) { return m; }
          public void initialize(double[] u, int n) {
            double[] d = new double[3];
            for (@Parallel int k = 0; k < n; k++) {
              exact(k * 0.5, d, 0);
              for (int m = 0; m < 3; m++) u[k * 3 + m] = d[m];
            }
          }
        }
        static class Same extends Base { int more = 3; }
        static class Changed extends Same { protected int shift(int m) { return more * m; } }
        static double[] run(int n, int which) {
          Base base = which == 0 ? new Base() : which == 1 ? new Same() : new Changed();
          double[] u = new double[3 * n];
          base.initialize(u, n);
          base.initialize(u, n);
          return u;
        }
        """;
    TestProgram program = TestProgram.of(members);
    for (int which = 0; which < 3; which++) {
      everywhere.compare(program, 20, which);
    }
    assertThat(program.runs()).hasSize(6);
    assertThat(program.refused()).isEmpty();
  }

  @Test
  void aFieldIsTheSameInAClassAndInWhatItInherits() throws Throwable {
    String members =
        """
        static class Base {
          double[] lhs, out;
          final void clear(int n) { for (int k = 0; k < n; k++) lhs[k] = 0; }
        }
        static class Solver extends Base {
          Solver(int n, int m) { lhs = new double[m]; out = new double[n * m]; }
          void solve(int n, int m) {
            for (@Parallel int i = 0; i < n; i++) {
              clear(m);
              for (int k = 0; k < m; k++) lhs[k] += i * k;
              for (int k = 0; k < m; k++) out[i * m + k] = lhs[k] - lhs[0];
            }
          }
        }
        static Object run(int n, int m) {
          Solver solver = new Solver(n, m);
          solver.solve(n, m);
          return new Object[] {solver.lhs, solver.out};
        }
        """;
    TestProgram program = everywhere.taken(members, 6, 9);
    assertThat(program.kernel().kernel().scratch()).hasSize(1);
  }

  @Test
  void reductionsAndLoopsThatCountALongAskForTheClassToo() throws Throwable {
    String members =
        """
        interface Weight { int of(long k); }
        static class Linear implements Weight { final int f; Linear(int f) { this.f = f; } public int of(long k) { return (int) k * f; } }
        record Point(int x, int y) { Point turned() { return new Point(-y, x); } }
        static long[] run(int n, boolean other) {
          long sum = 5; long[] a = new long[n];
          Weight w = other ? k -> 7 : new Linear(n);
          for (@Parallel int i = 0; i < n; i++) sum += w.of(i) + new Point(i, 3).turned().y();
          for (@Parallel long k = 0; k < n; k++) a[(int) k] = w.of(k);
          a[0] = sum;
          return a;
        }
        """;
    TestProgram program = TestProgram.of(members);
    assertThat(program.refused()).isEmpty();
    everywhere.compare(program, 50, false);
    assertThat(program.runs()).hasSize(2);
    everywhere.compare(program, 50, true);
    assertThat(program.runs()).hasSize(4);
    assertThat(program.stays()).isEmpty();
  }

  @Test
  void aReducingLoopAddsUpObjectsOfAnotherClassToo() throws Throwable {
    String members =
        """
        static class Weight { long of(int i) { return i * 3L; } }
        static class Heavy extends Weight { long of(int i) { return i * 1000L; } }
        static long run(boolean heavy) {
          Weight w = heavy ? new Heavy() : new Weight();
          return sum(w, 40);
        }
        static long sum(Weight w, int n) {
          long sum = 5;
          for (@Parallel int i = 0; i < n; i++) sum += w.of(i);
          return sum;
        }
        """;
    everywhere.taken(members, false);
    TestProgram other = TestProgram.of(members);
    assertThat(other.refused()).isEmpty();
    everywhere.compare(other, true);
    assertThat(other.runs()).hasSize(1);
  }

  @Test
  void aSealedInterfaceWithOneClassHasOneTarget() throws Throwable {
    taken("Lone lone = m > 1 ? new Single() : null;", "a[i] = lone.value(i);");
  }

  @Test
  void theOnlyImplementationThatTheClassKnowsIsTried() throws Throwable {
    String members =
        """
        interface Rule { double at(int i); }
        static final class Square implements Rule { final double k; Square(double k) { this.k = k; } public double at(int i) { return k * i * i; } }
        static double[] run(int n, boolean other) { double[] a = new double[n]; fill(a, other ? i -> i : new Square(n)); return a; }
        static void fill(double[] a, Rule rule) { for (@Parallel int i = 0; i < a.length; i++) a[i] = rule.at(i); }
        """;
    everywhere.taken(members, 20, false);
    everywhere.taken(members, 20, true);
  }

  @Test
  void aLambdaInALocalVariableIsInlined() throws Throwable {
    taken(
        "java.util.function.DoubleUnaryOperator f = x -> x * x;", "a[i] = f.applyAsDouble(b[i]);");
    taken(
        "double k = m * 0.5; int[] shift = {m, 2}; java.util.function.DoubleUnaryOperator f = x ->"
            + " x * k + shift[1];",
        "a[i] = f.applyAsDouble(b[i]) + f.applyAsDouble(i);");
    taken("java.util.function.DoubleUnaryOperator f = Math::sqrt;", "a[i] = f.applyAsDouble(i);");
    taken(
        "java.util.function.DoubleUnaryOperator f = Program::third;", "a[i] = f.applyAsDouble(i);");
    taken(
        "Circle c = new Circle(m); java.util.function.DoubleUnaryOperator f = c::area;",
        "a[i] = f.applyAsDouble(i);");
    taken(
        "java.util.function.IntToDoubleFunction f = k -> b[k] + 1;", "a[i] = f.applyAsDouble(i);");
    taken("java.util.function.IntToLongFunction f = k -> k;", "a[i] = f.applyAsLong(i);");
    taken("Op f = x -> x + m;", "a[i] = f.apply(b[i]) * f.twice(i);");
  }

  @Test
  void aLambdaIsPassedToMethods() throws Throwable {
    taken(
        "double k = m;",
        "double c = b[i]; a[i] = integrate(x -> x * c + k, i) + integrate(Math::abs, c);");
    taken("java.util.function.DoubleUnaryOperator f = x -> x - m;", "a[i] = integrate(f, b[i]);");
  }

  @Test
  void aLambdaInAFinalFieldIsInlined() throws Throwable {
    taken("", "a[i] = HALF.applyAsDouble(b[i]);");
  }

  @Test
  void aLambdaWhoseVariablesHaveGoneIsAskedForThem() throws Throwable {
    taken(
        "java.util.function.DoubleUnaryOperator f; { double k = m * 2; f = x -> x * k; } double"
            + " other = m + 1;",
        "a[i] = f.applyAsDouble(b[i]) + other;");
    taken(
        "java.util.function.DoubleUnaryOperator f = null; for (int t = 0; t < 3; t++) { double k ="
            + " t; if (t < 2) f = x -> x * k; }",
        "a[i] = f.applyAsDouble(b[i]);");
    taken(
        "java.util.function.DoubleUnaryOperator f = m > 1 ? x -> x : x -> x * 2;",
        "a[i] = f.applyAsDouble(b[i]);");
  }

  @Test
  void privateFieldsOfOtherClassesAreReadThroughTheirMethods() throws Throwable {
    String types =
        """
        import dev.slipstream.api.Parallel;
        class Grid {
          private final double[] data; private int width; private double hidden = 3;
          Grid(int n, int w) { data = new double[n]; width = w; for (int i = 0; i < n; i++) data[i] = i * 0.5; }
          double[] data() { return data; }
          public int getWidth() { return width; }
          double at(int x, int y) { return data[y * width + x]; }
          double secret() { return hidden + 1; }
        }
        class Wide extends Grid { Wide(int n, int w) { super(n, w); } public int getWidth() { return 1; } }
        public class Program {
          static double[] run(int h, int w, boolean wide) {
            Grid grid = wide ? new Wide(h * w, w) : new Grid(h * w, w);
            double[] a = new double[h * w];
            for (@Parallel int y = 0; y < h; y++)
              for (@Parallel int x = 0; x < w; x++) a[y * w + x] = BODY;
            return a;
          }
        }
        """;
    TestProgram program =
        TestProgram.source("Program", types.replace("BODY", "grid.at(x, y) + grid.getWidth()"));
    assertThat(program.refused()).isEmpty();
    everywhere.compare(program, 7, 5, false);
    assertThat(program.runs()).hasSize(1);
    everywhere.compare(program, 7, 5, true);
    assertThat(program.runs()).hasSize(2);
    program = TestProgram.source("Program", types.replace("BODY", "grid.secret()"));
    everywhere.compare(program, 7, 5, false);
    everywhere.compare(program, 7, 5, true);
    assertThat(program.refused()).isEmpty();
    assertThat(program.runs()).hasSize(2);
  }

  @Test
  void whatACapturedObjectHoldsIsNotTakenForWhatANewOneHolds() throws Throwable {
    everywhere.taken(
        loop(
            "Pair kept = new Pair(new Ring(2));",
            "Pair own = new Pair(new Circle(b[i])); a[i] = own.shape.area(2) +"
                + " kept.shape.area(i);"),
        30,
        3);
    taken(
        "Pair kept = new Pair(new Circle(2));",
        "Pair own = new Pair(new Ring(b[i])); a[i] = own.shape.area(2) + kept.shape.area(i);");
  }

  @Test
  void boxedNumbersAreRefused() throws Throwable {
    everywhere.refused(
        "",
        loop(
            "java.util.function.Function<Double, Double> f = x -> x + 1;", "a[i] = f.apply(b[i]);"),
        30,
        3);
  }

  @Test
  void arraysAreFilled() throws Throwable {
    String filling =
        """
        static Object run(int n, int m) {
          double[][] r = new double[n][m];
          long[] l = new long[n * m];
          byte[] t = new byte[m];
          for (@Parallel int i = 0; i < n; i++) {
            java.util.Arrays.fill(r[i], 1.5 * i);
            java.util.Arrays.fill(t, (byte) i);
            java.util.Arrays.fill(l, i * m, i * m + m - 1, 7L * i);
            for (int k = 0; k < m; k++) r[i][k] += t[k];
          }
          return new Object[] {r, l, t};
        }
        """;
    TestProgram program = everywhere.taken(filling, 7, 5);
    assertThat(program.runs().get(0).checked()).isFalse();
    assertThat(program.kernel().kernel().scratch()).hasSize(1);
  }

  @Test
  void arraysAreCopied() throws Throwable {
    String copying =
        """
        static void copy(double[] from, double[] to) { System.arraycopy(from, 0, to, 0, to.length); }
        static Object run(int n, int m) {
          double[][] u = new double[n][m], v = new double[n][m];
          for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) u[i][k] = i * 10 + k;
          long[] l = new long[n * m], s = new long[m];
          for (int k = 0; k < m; k++) s[k] = 7L * k;
          for (@Parallel int i = 0; i < n; i++) {
            copy(u[i], v[i]);
            System.arraycopy(s, 1, l, i * m, m - 1);
            v[i][0] += l[i * m + 1];
          }
          return new Object[] {u, v, l};
        }
        """;
    assertThat(everywhere.taken(copying, 7, 5).runs().get(0).checked()).isFalse();
  }

  @Test
  void rangesOfOneArrayThatOverlapAreCopiedAsIfByWayOfAnother() throws Throwable {
    for (String places : new String[] {"0, r, 1", "1, r, 0", "i % 3, r, 1", "2, r, i % 3"}) {
      everywhere.taken(
          """
          static Object run(int n, int m) {
            int[][] a = new int[n][m];
            for (@Parallel int i = 0; i < n; i++) {
              int[] r = a[i];
              for (int k = 0; k < m; k++) r[k] = i * 100 + k;
              System.arraycopy(r, PLACES, m - 3);
            }
            return a;
          }
          """
              .replace("PLACES", places),
          9,
          8);
    }
  }

  @Test
  void anArrayThatEachIterationCopiesAnewIsItsOwn() throws Throwable {
    TestProgram program =
        everywhere.taken(
            """
            static Object run(int n, int m) {
              double[] from = new double[n + m], t = new double[m], a = new double[n];
              for (int i = 0; i < n + m; i++) from[i] = i * 0.5;
              for (@Parallel int i = 0; i < n; i++) {
                System.arraycopy(from, 0, t, 0, t.length);
                for (int k = 0; k < m; k++) t[k] *= i + 1;
                for (int k = 0; k < m; k++) a[i] += t[k];
              }
              return new Object[] {a, t};
            }
            """,
            9,
            8);
    assertThat(program.kernel().kernel().scratch()).hasSize(1);
  }

  @Test
  void aRangeThatCannotBeCopiedThrowsAsEver() throws Throwable {
    for (String call :
        new String[] {
          "c, -1, a, 0, 3",
          "c, 0, a, -1, 3",
          "c, 0, a, 0, -1",
          "c, n, a, 0, 1",
          "c, n + 1, a, 0, 0",
          "c, 0, a, n - 1, 2",
          "c, 5, a, 0, Integer.MAX_VALUE",
          "none, 0, a, 0, 0",
          "c, 0, none, 0, 1"
        }) {
      TestProgram program =
          everywhere.run(
              """
              static Object run(int n) {
                int[] a = new int[n], b = new int[n], c = {1, 2, 3, 4, 5, 6, 7, 8, 9};
                int[] none = n > 100 ? c : null;
                try {
                  for (@Parallel int i = 0; i < n; i++) {
                    b[i] = i + 1;
                    if (i == n - 1) System.arraycopy(CALL);
                  }
                } catch (RuntimeException e) {
                  return new Object[] {a, b, e.toString()};
                }
                return new Object[] {a, b};
              }
              """
                  .replace("CALL", call),
              9);
      assertThat(program.refused()).as(call).isEmpty();
    }
  }

  @Test
  void whatMayBeArraysOfDifferentTypesIsNotCopied() throws Throwable {
    everywhere.refused(
        "calls System.arraycopy, which cannot run on a device",
        """
        static Object run(int n) {
          int[] a = new int[n];
          Object b = n > 3 ? new int[n] : new double[n];
          for (@Parallel int i = 0; i < n; i++) {
            a[i] = i;
            if (i == 3) System.arraycopy(b, 0, a, 0, 2);
          }
          return a;
        }
        """,
        9);
  }

  @Test
  void aRangeThatCannotBeFilledThrowsAsEver() throws Throwable {
    for (String range : new String[] {"i, i - 1", "-1, i", "n + 1, n + 1", "0, n + i"}) {
      TestProgram program =
          everywhere.run(
              """
              static Object run(int n) {
                int[] a = new int[n], b = new int[n];
                try {
                  for (@Parallel int i = 0; i < n; i++) {
                    b[i] = i + 1;
                    if (i == n - 1) java.util.Arrays.fill(a, RANGE, i);
                  }
                } catch (RuntimeException e) {
                  return new Object[] {a, b, e.toString()};
                }
                return new Object[] {a, b};
              }
              """
                  .replace("RANGE", range),
              9);
      assertThat(program.refused()).isEmpty();
    }
  }
}
