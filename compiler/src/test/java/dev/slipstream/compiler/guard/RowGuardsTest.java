package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.guard.emission.GuardForm;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The positions of guards where arrays are rows of other arrays. */
class RowGuardsTest {
  /** The start of a program with methods that are called with rows. */
  private static final String ROWS =
      """
      public class Program {
        static int[][] rows() { return new int[][] {new int[9], new int[4]}; }
      """;

  @Test
  void aRowThatWasCopiedToAVariableIsGuardedInFrontOfTheLoopsThatKeepIt() {
    GuardedProgram program =
        guard(
            ROWS
                + """
                static int kept() { return kept(rows()); }
                static int kept(int[][] t) {
                  int s = 0;
                  for (int i = 0; i < 3; i++) {
                    int[] r = t[0];
                    for (int j = 0; j < 9; j++) { s += r[j]; }
                  }
                  return s;
                }
                static int known() { return known(rows()); }
                static int known(int[][] t) {
                  int[] r = t[0];
                  return r[1] + t[0][2] + r[3];
                }
                }
                """);
    assertThat(program.calls("Program", "kept")).containsExactly("beginRead int[9]");
    assertThat(program.calls("Program", "known")).containsExactly("read int[9]");
  }

  @Test
  void aRowThatIsReplacedIsNoLongerTheOneThatWasCopied() {
    GuardedProgram program =
        guard(
            ROWS
                + """
                static int replaced() { return replaced(rows()); }
                static int replaced(int[][] t) {
                  int s = 0;
                  for (int i = 0; i < 2; i++) {
                    int[] r = t[0];
                    t[0] = t[1];
                    s += r[1] + t[0][1];
                  }
                  return s;
                }
                static int renamed() { return renamed(rows()); }
                static int renamed(int[][] t) {
                  int i = 0;
                  int[] r = t[i];
                  i++;
                  return r[1] + t[i][1];
                }
                static int thrown() { return thrown(rows()); }
                static int thrown(int[][] t) {
                  int[] r = t[0];
                  try {
                    change(t);
                  } catch (IllegalStateException e) {
                    return r[1] + t[0][1];
                  }
                  return 0;
                }
                static void change(int[][] t) {
                  t[0] = t[1];
                  throw new IllegalStateException();
                }
                }
                """);
    assertThat(program.calls("Program", "replaced"))
        .containsExactly(
            "readElement 1 int[9]",
            "readElement 1 int[4]",
            "readElement 1 int[4]",
            "readElement 1 int[4]");
    assertThat(program.calls("Program", "renamed"))
        .containsExactly("readElement 1 int[9]", "readElement 1 int[4]");
    assertThat(program.calls("Program", "thrown"))
        .containsExactly("readElement 1 int[9]", "readElement 1 int[4]");
    for (String method : List.of("replaced", "renamed", "thrown")) {
      assertThat(program.witnessed("Program", method)).isEmpty();
    }
  }

  @Test
  void aLoopThatGoesFromRowToRowIsGuardedForAllOfThemInFrontOfTheLoopAroundIt() {
    GuardedProgram program =
        guard(
            ROWS
                + """
                static int sum() { return sum(rows()); }
                static int sum(int[][] t) {
                  int s = 0;
                  for (int k = 0; k < 3; k++) {
                    for (int i = 0; i < 2; i++) { s += t[i][k]; }
                  }
                  return s;
                }
                static int scale() { return scale(rows()); }
                static int scale(int[][] t) {
                  int s = 0;
                  for (int k = 0; k < 3; k++) {
                    for (int i = 1; i < 2; i++) {
                      int[] above = t[i - 1];
                      int[] row = t[i];
                      for (int j = 0; j < 4; j++) { row[j] += above[j]; }
                    }
                    s += t[1][k];
                  }
                  return s + t[0][1];
                }
                static int none() { return sum(null); }
                }
                """);

    assertThat(program.calls("Program", "sum")).containsExactly("readRows int[][2]");
    assertThat(program.calls("Program", "scale"))
        .containsExactly("beginWriteRows int[][2]", "endWriteRows int[][2]");
    assertThat(program.calls("Program", "none")).containsExactly("readRows null");
    for (String method : List.of("sum", "scale", "none")) {
      assertThat(program.witnessed("Program", method)).isEmpty();
    }
  }

  @Test
  void rowsAreGuardedOneByOneByALoopThatIsNotWithinAnotherOrGoesAlongOneOfThem() {
    GuardedProgram program =
        guard(
            ROWS
                + """
                static int column() { return column(rows()); }
                static int column(int[][] t) {
                  int s = 0;
                  for (int i = 0; i < 2; i++) { s += t[i][3]; }
                  return s;
                }
                static int row() { return row(rows()); }
                static int row(int[][] t) {
                  int s = 0;
                  for (int k = 0; k < 2; k++) {
                    for (int j = 0; j < 4; j++) { s += t[1][j]; }
                  }
                  return s;
                }
                static int calling() { return calling(rows()); }
                static int calling(int[][] t) {
                  int s = 0;
                  for (int k = 0; k < 1; k++) {
                    for (int i = 0; i < 2; i++) { s += t[i][k]; Thread.yield(); }
                  }
                  return s;
                }
                }
                """);

    assertThat(program.calls("Program", "column"))
        .containsExactly("readElement 3 int[9]", "readElement 3 int[4]");
    assertThat(program.calls("Program", "row")).containsExactly("beginRead int[4]");
    assertThat(program.calls("Program", "calling"))
        .containsExactly("readElement 0 int[9]", "readElement 0 int[4]");
  }

  @Test
  void whereAllRowsAreGuardedARowThatIsStoredIsGuardedAndTheOneThatItReplacesReported() {
    GuardedProgram program =
        guard(
            ROWS
                + """
                static int stored() { return stored(rows(), new int[7]); }
                static int stored(int[][] t, int[] other) {
                  for (int k = 0; k < 1; k++) {
                    for (int i = 0; i < 2; i++) { t[i][k] = k; }
                    t[1] = other;
                    for (int i = 0; i < 2; i++) { t[i][k] += 3; }
                  }
                  return 0;
                }
                static int read() { return read(rows(), new int[7]); }
                static int read(int[][] t, int[] other) {
                  int s = 0;
                  for (int k = 0; k < 1; k++) {
                    t[0] = null;
                    t[0] = other;
                    for (int i = 0; i < 2; i++) { s += t[i][k]; }
                  }
                  return s;
                }
                static int text() { return text(rows(), new String[2]); }
                static int text(int[][] t, String[] names) {
                  for (int k = 0; k < 1; k++) {
                    names[k] = "a";
                    for (int i = 0; i < 2; i++) { t[i][k] = k; }
                  }
                  return 0;
                }
                }
                """);

    assertThat(program.calls("Program", "stored"))
        .containsExactly(
            "beginWriteRows int[][2]", "write int[7]", "written int[4]", "endWriteRows int[][2]");
    assertThat(program.calls("Program", "read"))
        .containsExactly("readRows int[][2]", "read int[7]");
    assertThat(program.calls("Program", "text"))
        .containsExactly("beginWriteRows int[][2]", "endWriteRows int[][2]");
    for (String method : List.of("stored", "read", "text")) {
      assertThat(program.witnessed("Program", method)).isEmpty();
    }
  }

  @Test
  void guardsAroundLoopsOverRowsCallTheDispatcherAlsoInClassesWithMethodsOfTheirOwn() {
    GuardedProgram program =
        guard(
            ROWS
                + """
                static int stored() { return stored(rows()); }
                static int stored(int[][] t) {
                  for (int k = 0; k < 3; k++) {
                    t[0] = t[1];
                    for (int i = 0; i < 2; i++) { t[i][k] = k; }
                  }
                  return t[0][2];
                }
                }
                """,
            GuardForm.OWN_METHODS);

    assertThat(program.outcomes().get(0).ownMethods())
        .containsExactlyInAnyOrder("slip$row([[II)[I", "slip$written([I)V");
    assertThat(program.calls("Program", "stored"))
        .startsWith("beginWriteRows int[][2]", "written int[9]");
    assertThat(program.witnessed("Program", "stored")).isEmpty();
  }

  private static GuardedProgram guard(String source) {
    return guard(source, GuardForm.DIRECT);
  }

  private static GuardedProgram guard(String source, GuardForm form) {
    GuardedProgram program =
        new GuardedProgram(
            TestProgram.javac("Program", source, List.of("-g", "--release", "17")), form);
    program.verify();
    return program;
  }
}
