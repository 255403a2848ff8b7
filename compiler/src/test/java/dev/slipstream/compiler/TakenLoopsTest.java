package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.loop.LoopName;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicInterpreter;

/** Loops that are taken: the same results, and run as kernels. */
class TakenLoopsTest {
  @Test
  void aLoopOverArraysRunsAsAKernel() throws Throwable {
    TestProgram program =
        same(
            """
            static float[] run(int n) {
              float[] a = new float[n], b = new float[n];
              for (int i = 0; i < n; i++) a[i] = i * 0.5f;
              for (@Parallel int i = 0; i < n; i++) b[i] = a[i] * 2 + i;
              return b;
            }
            """,
            100);
    assertThat(program.runs()).hasSize(1);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(100);
    ArrayAccess written =
        program.runs().get(0).launch().accesses().stream()
            .filter(a -> a.writtenTo() > 0)
            .findFirst()
            .orElseThrow();
    assertThat(written.writesAll()).isTrue();
    assertThat(written.writtenTo()).isEqualTo(100);
  }

  @Test
  void anEmptyLoopDoesNothing() throws Throwable {
    TestProgram program =
        same(
            """
            static int[] run(int n) {
              int[] a = new int[4];
              for (@Parallel int i = 3; i < n; i++) a[i] = 7;
              return a;
            }
            """,
            2);
    assertThat(program.runs()).isEmpty();
    assertThat(program.stays()).isEmpty();
  }

  @Test
  void loopsCountDownByAConstantAndByLargeSteps() throws Throwable {
    for (String head :
        new String[] {
          "int i = n - 1; i >= 0; i--",
          "int i = n - 1; i > 0; i -= 3",
          "int i = 0; i <= n - 1; i += 7",
          "int i = 0; i != n; i++",
          "int i = n - 1; i != -1; i--",
          "int i = 1; n > i; i = i + 40000",
          "int i = 0; 2 * n - n > i; i++"
        }) {
      TestProgram program =
          same(
              "static int[] run(int n) { int[] a = new int[n];\n for (@Parallel "
                  + head
                  + ") a[i] = 5 * i + 1;\n return a; }",
              97);
      assertThat(program.runs()).as(head).hasSize(1);
    }
  }

  @Test
  void aNestOfTwoLoopsHasTwoDimensions() throws Throwable {
    TestProgram program =
        same(
            """
            static double[] run(int w, int h) {
              double[] u = new double[w * h], v = new double[w * h];
              for (int k = 0; k < u.length; k++) u[k] = k % 17;
              for (@Parallel int y = 1; y < h - 1; y++) {
                int row = y * w;
                for (@Parallel int x = 1; x < w - 1; x++) {
                  int c = row + x;
                  v[c] = u[c] + 0.1 * (u[c - 1] + u[c + 1] + u[c - w] + u[c + w] - 4 * u[c]);
                }
              }
              return v;
            }
            """,
            23, 17);
    assertThat(program.runs()).hasSize(1);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(15, 21);
  }

  @Test
  void aNestOfThreeLoopsHasThreeDimensions() throws Throwable {
    TestProgram program =
        same(
            """
            static int[] run(int n) {
              int[] a = new int[n * n * n];
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < n; j++)
                  for (@Parallel int k = 0; k < n; k++)
                    a[(i * n + j) * n + k] = i * 100 + j * 10 + k;
              return a;
            }
            """,
            7);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(7, 7, 7);
    assertThat(program.kernel().inner()).extracting(LoopName::line).containsExactly(6, 7);
    assertThat(program.runs().get(0).launch().accesses().get(0).writesAll()).isTrue();
  }

  @Test
  void anInnerLoopThatSumsRunsWithinEachIteration() throws Throwable {
    TestProgram program =
        same(
            """
            static float[] run(int n) {
              float[] a = new float[n * n], b = new float[n * n], c = new float[n * n];
              for (int i = 0; i < n * n; i++) { a[i] = i % 7; b[i] = i % 5 - 2; }
              for (@Parallel int i = 0; i < n; i++) {
                for (@Parallel int j = 0; j < n; j++) {
                  float sum = 0;
                  for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
                  c[i * n + j] = sum;
                }
              }
              return c;
            }
            """,
            13);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(13, 13);
  }

  @Test
  void localsDeclaredOutsideKeepTheValuesTheyWouldHave() throws Throwable {
    TestProgram program =
        same(
            """
            static double[] run(int n) {
              int i, j;
              double t = -1;
              double[] a = new double[n], out = new double[4];
              for (i = 0; i < n; i++) a[i] = i;
              int last = 0;
              for (@Parallel int k = 0; k < n; k++) {
                t = a[k] * 2;
                last = k;
                a[k] = t + 1;
              }
              out[0] = t;
              out[1] = last;
              return Arrays(a, out);
            }
            static double[] Arrays(double[] a, double[] b) {
              double[] c = java.util.Arrays.copyOf(a, a.length + b.length);
              System.arraycopy(b, 0, c, a.length, b.length);
              return c;
            }
            """,
            31);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(30);
  }

  @Test
  void fieldsAndFieldChainsAreCaptured() throws Throwable {
    TestProgram program =
        same(
            """
            static class Grid { float[] u; int w; Grid next; }
            static float scale = 3;
            Grid grid = new Grid();
            int offset = 2;
            static float[] run(int n) {
              Program p = new Program();
              p.grid.u = new float[n];
              p.grid.w = n;
              p.grid.next = new Grid();
              p.grid.next.u = new float[n];
              p.fill();
              return p.grid.u;
            }
            private void fill() {
              for (@Parallel int i = 0; i < grid.w - offset; i++)
                grid.u[i + offset] = scale * i + grid.next.u[i];
            }
            """,
            40);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void smallMethodsAreInlined() throws Throwable {
    TestProgram program =
        same(
            """
            private final int w = 8;
            private static int clamp(int v, int lo, int hi) {
              if (v < lo) return lo;
              return v > hi ? hi : v;
            }
            private static float mean(float[] a, int from, int to) {
              float sum = 0;
              for (int k = from; k < to; k++) sum += a[k];
              return sum / (to - from);
            }
            final int width() { return w; }
            static float[] run(int n) { return new Program().go(n); }
            float[] go(int n) {
              float[] a = new float[n], b = new float[n];
              for (int i = 0; i < n; i++) a[i] = i * i % 11;
              for (@Parallel int i = 0; i < n - width(); i++)
                b[i] = mean(a, i, i + width()) + clamp(i, 3, 9);
              return b;
            }
            """,
            50);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void controlFlowOfTheBodyIsKept() throws Throwable {
    same(
        """
        static int[] run(int n) {
          int[] a = new int[n];
          for (@Parallel int i = 0; i < n; i++) {
            int v = 0;
            outer:
            for (int j = 0; j < 10; j++) {
              for (int k = 0; k < 10; k++) {
                if (k == i % 7) continue outer;
                if (j * k > 20) break outer;
                v += j ^ k;
              }
            }
            switch (i % 5) {
              case 0: v += 1;
              case 1: v *= 2; break;
              case 3: v = -v; break;
              default: v -= 7;
            }
            do { v += 3; } while (v < 0);
            if (v % 2 == 0 && i > 3 || v == 11) continue;
            a[i] = i % 3 == 0 ? v : v + 1000;
          }
          return a;
        }
        """,
        60);
  }

  @Test
  void anIndexWaitsOnTheStackWhileAnInlinedLoopRuns() throws Throwable {
    TestProgram program =
        same(
            """
            static int[] run(int n) {
              int[] steps = new int[n * n];
              for (@Parallel int y = 0; y < n; y++)
                for (@Parallel int x = 0; x < n; x++) steps[y * n + x] = escape(x, y, 50);
              return steps;
            }
            static int escape(int x, int y, int limit) {
              int k = 0;
              while (k < limit && x * x + y * y < 900) { x += 1 + k % 2; y -= k; k++; }
              return k;
            }
            """,
            12);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(12, 12);
    assertThat(backwardJumpsWithOperands(program.kernel().kernel().classFile()))
        .as("jumps at which HotSpot cannot enter compiled code")
        .isZero();
  }

  private static int backwardJumpsWithOperands(byte[] kernel) throws Exception {
    ClassNode node = new ClassNode();
    new ClassReader(kernel).accept(node, 0);
    int found = 0;
    for (MethodNode method : node.methods) {
      var frames = new Analyzer<>(new BasicInterpreter()).analyze(node.name, method);
      for (AbstractInsnNode insn : method.instructions) {
        int index = method.instructions.indexOf(insn);
        if (insn instanceof JumpInsnNode jump
            && method.instructions.indexOf(jump.label) < index
            && frames[method.instructions.indexOf(jump.label)].getStackSize() > 0) {
          found++;
        }
      }
    }
    return found;
  }

  @Test
  void clampedIndicesAreProven() throws Throwable {
    TestProgram program =
        same(
            """
            static int[] run(int w, int h) {
              int[] in = new int[w * h], out = new int[w * h];
              for (int i = 0; i < in.length; i++) in[i] = i * 37 % 101;
              for (@Parallel int y = 0; y < h; y++) {
                for (@Parallel int x = 0; x < w; x++) {
                  int sum = 0;
                  for (int dy = -2; dy <= 2; dy++) {
                    int yy = Math.min(Math.max(y + dy, 0), h - 1);
                    for (int dx = -2; dx <= 2; dx++) {
                      int xx = Math.max(0, Math.min(w - 1, x + dx));
                      sum += in[yy * w + xx];
                    }
                  }
                  out[y * w + x] = sum / 25;
                }
              }
              return out;
            }
            """,
            19, 11);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void conditionsAroundAnAccessAreUsed() throws Throwable {
    TestProgram program =
        same(
            """
            static int[] run(int n) {
              int[] a = new int[n], b = new int[n];
              for (int i = 0; i < n; i++) a[i] = i * 3;
              for (@Parallel int i = 0; i < n; i++) {
                int left = i > 0 ? a[i - 1] : 0;
                int right = 0;
                if (i + 1 < n) right = a[i + 1];
                int far = i - 5;
                if (far >= 0) left += a[far];
                b[i] = left + right;
              }
              return b;
            }
            """,
            33);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void triangularLoopsAreProven() throws Throwable {
    TestProgram program =
        same(
            """
            static double[] run(int n) {
              double[] a = new double[n * n], b = new double[n];
              for (int i = 0; i < n * n; i++) a[i] = i % 13;
              for (@Parallel int i = 0; i < n; i++) {
                double s = 0;
                for (int j = 0; j <= i; j++) s += a[i * n + j] * a[(i - j) * n];
                for (int j = n - 1; j > i; j--) s -= a[i + (j - i) * n];
                b[i] = s;
              }
              return b;
            }
            """,
            21);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void everyPrimitiveArrayTypeIsTaken() throws Throwable {
    for (String type : new String[] {"byte", "short", "char", "int", "long", "float", "double"}) {
      TestProgram program =
          same(
              "static "
                  + type
                  + "[] run(int n) { "
                  + type
                  + "[] a = new "
                  + type
                  + "[n], b = new "
                  + type
                  + "[n];\n"
                  + "for (@Parallel int i = 0; i < n; i++) a[i] = ("
                  + type
                  + ") (i * 1000003);\n"
                  + "for (@Parallel int i = 0; i < n; i++) b[i] = ("
                  + type
                  + ") (a[i] * 3 - 1);\n return b; }",
              70);
      assertThat(program.runs()).as(type).hasSize(2);
    }
    same(
        """
        static boolean[] run(int n) {
          boolean[] a = new boolean[n];
          for (@Parallel int i = 0; i < n; i++) a[i] = i % 3 == 0 && !(i > 20);
          return a;
        }
        """,
        50);
  }

  @Test
  void mathFunctionsAndRemaindersRunInKernels() throws Throwable {
    TestProgram program =
        same(
            """
            static double[] run(int n) {
              double[] a = new double[n];
              for (@Parallel int i = 0; i < n; i++) {
                double x = i * 0.37 - 5;
                a[i] = StrictMath.sin(x) + StrictMath.exp(-x * x) + Math.sqrt(Math.abs(x))
                    + StrictMath.log(i + 1) + x % 0.7 + (float) x % 0.3f + Math.floor(x)
                    + Math.rint(x) + Math.max(x, 1) + StrictMath.pow(Math.abs(x), 1.3)
                    + Math.floorMod(i, 7) + Integer.bitCount(i);
              }
              return a;
            }
            """,
            64);
    assertThat(program.runs()).hasSize(1);
    assertThat(program.kernel().note()).contains("sin");
  }

  @Test
  void theOuterLoopAloneIsParallelWhereTheNestIsNotPerfect() throws Throwable {
    TestProgram program =
        same(
            """
            static int[] run(int n) {
              int[] a = new int[n * n], b = new int[n];
              for (@Parallel int i = 0; i < n; i++) {
                b[i] = i;
                for (@Parallel int j = 0; j < n; j++) a[i * n + j] = i - j;
              }
              return a;
            }
            """,
            9);
    assertThat(program.runs().get(0).launch().space().counts()).containsExactly(9);
    assertThat(program.kernel().note()).contains("in sequence");
  }

  @Test
  void theAnnotationOfTornadoVmMeansTheSame() {
    String text =
        """
        package uk.ac.manchester.tornado.api.annotations;
        import java.lang.annotation.*;
        @Target(ElementType.TYPE_USE) @Retention(RetentionPolicy.RUNTIME) @interface Parallel {}
        class Program {
          static void run(float[] a, int n) {
            for (@Parallel int i = 0; i < n; i++) a[i] = i;
          }
        }
        """;
    TestProgram program = TestProgram.source("Program", text);
    assertThat(program.kernel().name().toString()).isEqualTo("Program.run:6");
  }

  static TestProgram same(String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    assertThat(program.refused()).isEmpty();
    Object expected = program.plain("run", arguments);
    Object actual = program.taken("run", arguments);
    assertThat(program.stays()).isEmpty();
    assertThat(text(actual)).isEqualTo(text(expected));
    return program;
  }

  private static String text(Object result) {
    if (result instanceof float[] floats) {
      int[] bits = new int[floats.length];
      Arrays.setAll(bits, i -> Float.floatToIntBits(floats[i]));
      return Arrays.toString(bits);
    }
    if (result instanceof double[] doubles) {
      long[] bits = new long[doubles.length];
      Arrays.setAll(bits, i -> Double.doubleToLongBits(doubles[i]));
      return Arrays.toString(bits);
    }
    return Arrays.deepToString(new Object[] {result});
  }
}
