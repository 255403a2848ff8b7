package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.RefusedLoop;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Loops that cannot be taken: the reason with its line, a piece of advice, and the program
 * unchanged.
 */
class RefusedLoopsTest {
  /** The lines of the loop's header and of its body in {@link #program}. */
  private static final int HEAD_LINE = 16;

  private static final int BODY_LINE = 17;

  private static final String MEMBERS =
      """
      static volatile int vol = 2; static int count; int field; static int[] tab = {3, 1, 2};
      static class Init { static int x = Integer.parseInt("4"); static int twice(int v) { return 2 * v; } }
      static class Open { int scale(int v) { return v * 3; } }
      static synchronized int locked(int v) { return v + 1; }
      static int fac(int v) { return v <= 1 ? 1 : v * fac(v - 1); }
      static int careful(int v) { try { return 10 / v; } catch (ArithmeticException e) { return -1; } }
      static native int outside(int v);
      static void boom(int v) { if (v > 1000) throw new IllegalStateException("too large"); }
      static int[][] grid = new int[50][50]; static Object[] things = new Object[50]; static int[][][][][] cube = new int[5][5][5][5][5];
      static Open open = new Open(); static java.util.List<Integer> list = new java.util.ArrayList<>();
      static double[] data = new double[50]; static boolean yes = true; static String word = "a";
      """;

  private record Case(String name, String body, int line, String reason, String advice) {}

  private static Case body(String name, String body, String reason, String advice) {
    return new Case(name, body, BODY_LINE, reason, advice);
  }

  private static String program(String before, String head, String body, String after) {
    return MEMBERS
        + "static Object run(int n) throws Exception { int[] a = new int[n], b = new int[n]; int s"
        + " = 0;\n"
        + before
        + "\n"
        + head
        + " {\n"
        + body
        + "\n}\n"
        + after
        + "\nreturn new Object[] {a, b, s, count, tab, data};\n}";
  }

  @TestFactory
  Stream<DynamicTest> everyOneIsRefusedWithItsReason() {
    return Stream.of(
            body(
                "break",
                "if (i == 20) break; a[i] = 1;",
                "leaves the loop before its last iteration",
                "every iteration"),
            body(
                "return",
                "if (i == 20) return a; a[i] = 1;",
                "leaves the loop before its last iteration",
                "every iteration"),
            body(
                "recurrence",
                "s = 3 * s + i;",
                "reads s, which the iteration before may have written",
                "variable of its own"),
            new Case(
                "last seen",
                "if (i % 3 == 0) s = i;",
                HEAD_LINE,
                "sets s in some iterations only",
                "every iteration"),
            body(
                "volatile read",
                "a[i] = vol;",
                "reads the volatile field vol",
                "local variable before the loop"),
            body("volatile write", "vol = i;", "writes the field vol", "after the loop"),
            body(
                "static write",
                "if (a[i] > 2) count = i;",
                "writes the field count",
                "after the loop"),
            body("static add", "count += a[i];", "writes the field count", "after the loop"),
            body(
                "array made",
                "int[] t = new int[n]; a[i] = t[1];",
                "creates an array whose length is not a constant",
                "before the loop"),
            body(
                "object made",
                "a[i] = new Open().hashCode() & 0;",
                "hashCode, which cannot run on a device",
                "out of the loop"),
            body(
                "lock", "synchronized (word) { a[i] = i; }", "takes a lock", "Remove synchronized"),
            body(
                "synchronized method",
                "a[i] = locked(i);",
                "locked, which takes a lock",
                "outside the loop"),
            body("recursion", "a[i] = fac(i & 3);", "fac, which calls itself", "as a loop"),
            body(
                "catching method",
                "a[i] = careful(i);",
                "careful, which catches exceptions",
                "outside the loop"),
            body(
                "native method",
                "if (i > 900) a[i] = outside(i);",
                "outside, which is native or abstract and has no Java code to run",
                "outside the loop"),
            body(
                "string concat",
                "String t = word + i; a[i] = 1;",
                "joins strings, or makes a lambda whose code is not known",
                "after the loop"),
            body("string", "String t = \"x\"; a[i] = 1;", "uses a text", "numbers and arrays"),
            body(
                "try",
                "try { a[i] = 10 / i; } catch (ArithmeticException e) { a[i] = 3; }",
                "catches exceptions inside the loop",
                "around the loop"),
            body("objects", "things[i] = null;", "stores an object", "numbers only"),
            body("read objects", "if (things[i] == word) a[i] = 1;", "", "."),
            body("row", "grid[i] = a;", "stores an object or a row", "arraycopy"),
            body("5-D", "cube[i % 5][3][2][1][0] = i;", "more than four dimensions", "one to four"),
            body(
                "println",
                "System.out.print(\"\");",
                "print, which cannot run on a device",
                "print it after the loop"),
            body(
                "collection",
                "a[i] = list.size();",
                "size, which cannot run on a device",
                "an array before the loop"),
            body(
                "boxed",
                "Integer t = i; a[i] = t;",
                "valueOf, which cannot run on a device",
                "instead of Integer"),
            body(
                "initialiser method",
                "a[i] = Init.twice(i);",
                "static initialiser may not have run",
                "."),
            body(
                "initialiser field",
                "a[i] = Init.x;",
                "of a class whose static initialiser may not have run",
                "local variable before"),
            body(
                "instanceof",
                "Object o = word; a[i] = o instanceof String ? 1 : 0;",
                "type of an object",
                "numbers"),
            body(
                "reference",
                "Object o = things; a[i] = o == word ? 1 : 2;",
                "compares objects with == or with null",
                "boolean before"),
            body(
                "arrays chosen",
                "int[] t = i > 3 ? a : b; t[i] = 1;",
                "array that differs",
                "before the loop"),
            new Case(
                "changed in the body",
                "if (a[i] > 5) i++; a[i] = 1;",
                HEAD_LINE,
                "changes its counter",
                "in the head"))
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.name,
                    () ->
                        check(
                            program("", "for (@Parallel int i = 0; i < n; i++)", c.body, ""), c)));
  }

  @TestFactory
  Stream<DynamicTest> everyHeadThatDoesNotCountIsRefused() {
    return Stream.of(
            new String[] {
              "for (@Parallel float i = 0; i < n; i++)", "neither int nor long", "Count with an int"
            },
            new String[] {"for (@Parallel byte i = 0; i < n; i++)", "changes its counter", "head"},
            new String[] {
              "for (@Parallel int i = 1; i < n; i *= 2)", "changes its counter", "head"
            },
            new String[] {
              "for (@Parallel int i = 0; i < n; i += 1 + (i & 1))", "changes its counter", "head"
            },
            new String[] {
              "for (@Parallel int i = 0; i < n && i < 40; i++)", "leaves the loop", "every"
            },
            new String[] {
              "for (@Parallel int i = 0; i < tab[i & 1] + 40; i++)",
              "with a limit",
              "computed before"
            },
            new String[] {
              "for (@Parallel int i = 0; i * i < n; i++)",
              "does not count an int or a long",
              "Write it"
            },
            new String[] {
              "for (@Parallel int i = 0; i < n - i; i++)",
              "does not count an int or a long",
              "Write it"
            },
            new String[] {
              "for (@Parallel int i = 0; i < vol + 30; i++)", "volatile field vol", "local"
            })
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c[0],
                    () ->
                        check(
                            program("", c[0], "a[(int) i] = 7;", ""),
                            new Case(c[0], "", HEAD_LINE, c[1], c[2]))));
  }

  @Test
  void loopsWithoutAHeadThatEndsThemAreRefused() throws Throwable {
    check(
        program("@Parallel int i = 0;", "while (true)", "a[i] = 2; if (++i >= n) break;", ""),
        new Case(
            "",
            "",
            0,
            "does more than compare its counter with a limit",
            "the limit computed before"));
    check(
        program("@Parallel int i = 0;", "do", "a[i] = 2; i++;", "")
            .replace("\n}\n\nreturn", "\n} while (i < n);\nreturn"),
        new Case("", "", 0, "does more than compare its counter with a limit", "Write it as for"));
  }

  @Test
  void aLoopThatContinuesAnOuterOneIsRefused() throws Throwable {
    check(
        program(
            "outer: for (int t = 0; t < 3; t++)",
            "for (@Parallel int i = 0; i < n; i++)",
            "if (i == 30 + t) continue outer; a[i] = t;",
            ""),
        new Case(
            "", "", BODY_LINE, "leaves the loop before its last iteration", "every iteration"));
  }

  @Test
  void anAnnotationOnAnotherVariableIsRefused() throws Throwable {
    TestProgram program =
        TestProgram.of(
            program("@Parallel int k = 3;", "for (int i = 0; i < n; i++)", "a[i] = k;", ""));
    assertThat(program.kernels()).isEmpty();
    assertThat(program.refused()).hasSize(1);
    assertThat(program.refused().get(0).reason()).contains("not the counter of a loop");
  }

  private static void check(String members, Case expected) throws Throwable {
    TestProgram program = TestProgram.of(members);
    assertThat(program.kernels()).isEmpty();
    assertThat(program.refused()).hasSize(1);
    RefusedLoop refused = program.refused().get(0);
    assertThat(refused.name().toString()).startsWith("Program.run:");
    if (expected.line > 0) {
      assertThat(refused.name().line()).isEqualTo(HEAD_LINE);
      assertThat(refused.reason()).startsWith("line " + expected.line + " ");
    }
    assertThat(refused.reason()).containsPattern(expected.reason);
    assertThat(refused.advice()).contains(expected.advice);
    assertThat(program.rewritten()).isEmpty();
    assertThat(Arrays.deepToString((Object[]) wrap(program.taken("run", 50))))
        .isEqualTo(Arrays.deepToString((Object[]) wrap(program.plain("run", 50))));
  }

  private static Object wrap(Object result) {
    return new Object[] {result};
  }
}
