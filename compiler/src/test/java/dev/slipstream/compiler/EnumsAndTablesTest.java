package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Enums, null checks and static tables that do not change while a loop runs. */
class EnumsAndTablesTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  private static final String TYPES =
      """
      enum Mode { SLOW(1), FAST(2), OFF(0); final double factor; Mode(double f) { factor = f; log.append("Mode "); }
        double scaled(double v) { return v * factor; } }
      static StringBuilder log = new StringBuilder();
      static final double[] WEIGHTS = {0.25, 0.5, 0.25};
      static class Tables {
        static final int[] PRIMES = {2, 3, 5, 7}; static final double[][] STENCIL = {{1, 2}, {3, 4}};
        static final double SIXTH = Math.sqrt(36) / 1; static boolean strict;
      }
      static class Loud { static final int[] T = {1, 2}; static { log.append("Loud "); } }
      static class Branching { static final int[] T = new int[2]; static { int k = 1; if (log.length() > 99999) k = 2; T[k] = 1; } }
      static class Deciding { static final int[] T = new int[2]; static { int k = 1; if (T.length > 5) k = 2; T[k] = 1; } }
      static class Thrower { static final int[] T = new int[2]; static { T[2] = 1; } }
      interface Constants { double[] C = {1.5, 2.5}; }
      static class Settings { Mode mode; int[] mask; }
      """;

  private static String loop(String before, String body) {
    return TYPES
        + "static Object run(int n, int m) { double[] a = new double[n];"
        + " Mode mode = m < 0 ? null : Mode.values()[m]; Settings settings = new Settings();"
        + " settings.mode = mode;\n"
        + before
        + "\nfor (@Parallel int i = 0; i < n; i++) {\n"
        + body
        + "\n}\nreturn new Object[] {a, log.toString()}; }";
  }

  private static void taken(String body) throws Throwable {
    for (int mode = 0; mode < 3; mode++) {
      everywhere.taken(loop("", body), 20, mode);
    }
  }

  @Test
  void aSwitchOverAnEnumIsDecidedBeforeTheLoop() throws Throwable {
    taken(
        "switch (mode) { case FAST: a[i] = 2; break; case OFF: a[i] = i; break; default: a[i] = 7;"
            + " }");
    taken("a[i] = switch (settings.mode) { case SLOW -> i; case FAST -> i * 2; case OFF -> -1; };");
  }

  @Test
  void enumConstantsAreComparedAndAskedForTheirOrdinals() throws Throwable {
    taken("a[i] = mode == Mode.FAST ? i : 3;");
    taken("if (Mode.OFF != settings.mode) a[i] = mode.ordinal() * 10 + i;");
    taken("a[i] = mode.scaled(i) + settings.mode.factor;");
  }

  @Test
  void anEnumThatIsNullLeavesTheLoopAsItIs() throws Throwable {
    TestProgram program =
        TestProgram.of(
            loop("", "switch (mode) { case FAST: a[i] = 2; break; default: a[i] = 7; }"));
    everywhere.compare(program, 20, -1);
    assertThat(program.runs()).isEmpty();
    program = TestProgram.of(loop("", "a[i] = mode == Mode.FAST ? i : 3;"));
    everywhere.compare(program, 20, -1);
    assertThat(program.runs()).isEmpty();
  }

  @Test
  void aLoopWithoutIterationsInitialisesNothing() throws Throwable {
    TestProgram program =
        TestProgram.of(
            TYPES
                + """
                static Object run(int n, Object none) {
                  double[] a = new double[3]; Mode mode = (Mode) none;
                  for (@Parallel int i = 0; i < n; i++) {
                    switch (mode) { case FAST: a[i] = 2; break; default: a[i] = 7; }
                    if (mode == Mode.SLOW) a[i]++;
                  }
                  return new Object[] {a, log.toString()};
                }
                """);
    assertThat(program.refused()).isEmpty();
    everywhere.compare(program, 0, null);
    everywhere.compare(program, 2, null);
  }

  @Test
  void referencesAreTestedForNullBeforeTheLoop() throws Throwable {
    taken("if (settings != null) a[i] = 1; if (settings.mask == null) a[i] += i;");
    everywhere.taken(
        loop(
            "int[] mask = m == 1 ? new int[n] : null;",
            "if (mask != null) a[i] = 5; else a[i] = i;"),
        20,
        1);
    everywhere.taken(
        loop(
            "int[] mask = m == 1 ? new int[n] : null;",
            "if (mask != null) a[i] = 5; else a[i] = i;"),
        20,
        0);
    everywhere.taken(
        loop("int[] mask = m == 1 ? new int[n] : null;", "a[i] = mask != null ? mask[i] + 1 : 2;"),
        20,
        1);
    everywhere.taken(
        loop("int[] mask = m == 1 ? new int[n] : null;", "a[i] = mask != null ? mask[i] + 1 : 2;"),
        20,
        0);
    everywhere.taken(
        loop("int[] mask = new int[n];", "a[i] = mask != null ? mask[i] + 1 : 2;"), 20, 0);
  }

  @Test
  void anArrayThatIsNullIsNotAskedForItsLengthOnADevice() throws Throwable {
    String before = "int[] mask = m == 1 ? new int[n] : null;";
    String body = "a[i] = mask != null ? mask[i] + 1 : n < 0 ? mask.length : 2;";
    everywhere.taken(loop(before, body), 20, 1);
    everywhere.stays("mask is null", loop(before, body), 20, 0);
    everywhere.stays(
        "mask is null", loop(before, "a[i] = mask != null ? mask[i] : mask.length;"), 20, 0);
  }

  @Test
  void tablesOfTheLoopsOwnClassAreCaptured() throws Throwable {
    taken("for (int k = 0; k < WEIGHTS.length; k++) a[i] += WEIGHTS[k] * (i + k);");
  }

  @Test
  void tablesOfOtherClassesAreCapturedIfMakingThemIsNotNoticed() throws Throwable {
    taken(
        "a[i] = Tables.PRIMES[i % 4] + Tables.STENCIL[i % 2][1] * Tables.SIXTH + Constants.C[i &"
            + " 1];");
    taken("a[i] = Tables.strict ? 1 : 2;");
  }

  @Test
  void aClassWhoseInitialiserIsNoticedIsRefused() throws Throwable {
    everywhere.refused(
        "reads T of a class whose static initialiser may not have run",
        loop("", "a[i] = Loud.T[i & 1];"),
        20,
        0);
    for (String name : new String[] {"Thrower", "Branching", "Deciding"}) {
      everywhere.refused(
          "reads T of a class whose static initialiser may not have run",
          loop("", "a[i] = " + name + ".T[i & 1];"),
          20,
          0);
    }
  }

  @Test
  void aChoiceOfConstantsIsRefused() throws Throwable {
    for (String test :
        new String[] {
          "mode == (i > 3 ? Mode.FAST : Mode.OFF)", "(i > 3 ? Mode.FAST : Mode.OFF) == mode"
        }) {
      everywhere.refused("static initialiser", loop("", "a[i] = " + test + " ? 1 : 2;"), 20, 0);
    }
  }

  @Test
  void aSwitchOverAnEnumInAnArrayIsRefused() throws Throwable {
    everywhere.refused(
        "",
        loop(
            "Mode[] modes = Mode.values();",
            "switch (modes[i % 3]) { case FAST: a[i] = 2; break; default: a[i] = 7; }"),
        20,
        0);
  }
}
