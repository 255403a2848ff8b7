package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.RefusedLoop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locals that look like accumulators but are none: the program's own loop runs. */
class MisusedReductionsTest {
  private static final String DECLARED =
      "static Object run(int n) { int[] a = new int[n]; double[] x = new double[n]; int s = 0, m ="
          + " -1, at = -1, other = 0; double d = 0; float f = 0; short h = 0; double best = -1;\n";

  private static RefusedLoop refused(String body) {
    TestProgram program =
        TestProgram.of(
            DECLARED
                + "for (@Parallel int i = 0; i < n; i++) {\n"
                + body
                + "\n}\nreturn new Object[] {a, x, s, m, at, other, d, f, h, best}; }");
    assertThat(program.kernels()).as(body).isEmpty();
    return program.refused().get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s += i; a[i] = s;",
        "s = i - s;",
        "s += s;",
        "s += i; s *= 3;",
        "s = s * 31 + i;",
        "s += i; if (s > 100) s -= 100;",
        "s <<= 1;",
        "s /= i + 1;",
        "s = -s;",
        "s += a[s & 1];",
        "a[s++] = i;",
        "if (i % 3 == 0) s = 0; s += i;",
        "s = Math.max(s, i); s = Math.min(s, 50);",
        "s += 0.5 * i;",
        "h += i;",
      })
  void theVariableIsNamed(String body) {
    RefusedLoop refused = refused(body);
    String name = body.startsWith("h") ? "h" : "s";
    assertThat(refused.reason())
        .isEqualTo("line 5 reads " + name + ", which the iteration before may have written");
    assertThat(refused.advice()).contains("Use it only as " + name + " +=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (a[i] > s) s++;",
        "if (a[i] > m) { m = a[i]; s++; }",
        "if (a[i] > m) { m = a[i]; x[i] = 1; }",
        "if (a[i] > m) m = i;",
        "if (a[i] > m) at = i;",
        "if (a[i] != m) m = a[i];",
        "if (a[i] > m) m = a[i]; else if (a[i] < s) s = a[i];",
        "if (a[i] > m) { other = m; m = a[i]; }",
        "if (a[i] > m || i == 3) m = a[i];",
        "if (a[i] > m) { m = a[i]; at = i; } if (i == 7) at = 3;",
        "if (a[i] > m) { m = a[i]; if (i % 2 == 0) at = i; }",
        "if (a[i] > m) { m = a[i]; at = i; } if (a[i] >= m) { m = a[i]; at = -i; }",
        "if (a[i] > m) { at = i; if (i % 2 == 0) m = a[i]; }",
        "if (!(x[i] <= best)) best = x[i];",
        "best = best > x[i] ? best : x[i];",
        "if (x[i] > best) best = x[i]; best = Math.max(best, 3);",
        "x[i] = 3; if (x[i] > best) best = x[i];",
        "int t = m; if (a[i] > m) m = a[i]; if (i > t) m = i;",
      })
  void whatElseDependsOnAComparisonIsRefused(String body) {
    assertThat(refused(body).reason()).contains("line ");
  }

  @Test
  void floatingPointSumsAskForTheAnnotation() {
    for (String body : new String[] {"d += i;", "d *= 1.5;", "f -= i;", "d = i + d;"}) {
      RefusedLoop refused = refused(body);
      assertThat(refused.reason())
          .isEqualTo(
              "line 5 "
                  + (body.contains("*") ? "multiplies " : "adds up ")
                  + body.charAt(0)
                  + ", a floating-point number, in the order of the iterations");
      assertThat(refused.advice()).contains("@Reduction");
    }
  }
}
