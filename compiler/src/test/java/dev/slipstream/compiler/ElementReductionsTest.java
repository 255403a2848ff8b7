package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.RefusedLoop;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Array elements that several iterations update with one operator. */
class ElementReductionsTest {
  @RegisterExtension static final SharedDevice device = new SharedDevice();

  private final CheckedLaunch launch = CheckedLaunch.comparingLater(device.get());

  @AfterEach
  void compare() {
    launch.compare();
    assertThat(launch.untranslatable()).isEmpty();
  }

  @Test
  void histogramsOfIntsAndLongsAreExact() throws Throwable {
    for (String type : new String[] {"int", "long"}) {
      for (String change :
          new String[] {
            "h[b[i] & 15]++;",
            "h[b[i]] += i;",
            "h[b[i]] -= i;",
            "--h[b[i]];",
            "h[b[i] % 16] |= 1 << (i & 31);",
            "h[b[i]] &= ~i;",
            "h[b[i]] ^= i * 77;",
            "h[b[i]] = h[b[i]] + i;",
            "h[b[i]] = i + h[b[i]];",
            "h[b[i]] += i % 3 == 0 ? 5 : -7;",
            "h[b[i]] = Math.max(h[b[i]], i);",
            "h[b[i]] = Math.min(h[b[i]], -i);",
            "if (i % 2 == 0) h[b[i]] += 2; else h[15 - b[i]]++;",
            "h[3] += i;",
            "for (int j = 0; j < 16; j++) h[j] += i ^ j;",
            "add(h, b[i], i);",
          }) {
        TestProgram program =
            taken(
                """
                static void add(T[] h, int at, int v) { h[at] += v; }
                static T[] run(int n) {
                  T[] h = new T[16]; int[] b = new int[n];
                  for (int i = 0; i < 16; i++) h[i] = i * 1000003;
                  for (int i = 0; i < n; i++) b[i] = (i * 7919 >> 3) & 15;
                  for (@Parallel int i = 0; i < n; i++) { CHANGE }
                  return h;
                }
                """
                    .replace("T[", type + "[")
                    .replace("CHANGE", change),
                500);
        assertThat(program.runs()).as(change).hasSize(1);
        assertThat(program.kernel().analysis()).as(change).anyMatch(l -> l.contains("accumulate"));
      }
    }
  }

  @Test
  void rowsAndTotalsAreChangedTogether() throws Throwable {
    TestProgram program =
        taken(
            """
            static long[] run(int n) {
              int[][] counts = new int[4][8]; long[] totals = new long[4]; int all = 0;
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < 9; j++) {
                  counts[i & 3][(i * j) & 7]++;
                  totals[j & 3] += i;
                  all++;
                }
              long sum = all;
              for (int[] row : counts) for (int c : row) sum = sum * 31 + c;
              return new long[] {totals[0], totals[1], totals[2], totals[3], sum};
            }
            """,
            40);
    assertThat(program.kernel().analysis()).anyMatch(line -> line.contains("reduces in lanes"));
  }

  @Test
  void elementsThatDifferFromIterationToIterationAreChangedAsTheyAre() throws Throwable {
    TestProgram program =
        taken(
            """
            static int[] run(int n) {
              int[] c = new int[n * n];
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < n; j++)
                  for (int k = 0; k < 3; k++) c[i * n + j] += i * k - j;
              return c;
            }
            """,
            20);
    assertThat(program.kernel().analysis()).noneMatch(line -> line.contains("accumulate"));
  }

  @Test
  void elementsOfPlanesThatDifferFromIterationToIterationAreChangedAsTheyAre() throws Throwable {
    TestProgram program =
        taken(
            """
            static double[][][] run(int n) {
              double[][][] c = new double[n][n][4];
              for (@Parallel int i = 0; i < n; i++)
                for (@Parallel int j = 0; j < n; j++)
                  for (@Parallel int k = 0; k < 4; k++) c[i][j][k] += i * 0.5 - j * k;
              for (@Parallel int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) c[i][j][1] *= i + 1;
              return c;
            }
            """,
            7);
    assertThat(program.runs()).hasSize(2);
  }

  @Test
  void anElementMayWaitWhileOneOfTwoValuesIsComputedInALoop() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static long hash(long x) { long h = x; for (int k = 0; k < 3; k++) h = h * 31 + (h >>> 7); return h; }
            static long[] run(int n) {
              long[] h = new long[3];
              for (@Parallel int i = 0; i < n; i++) h[2] += i % 3 == 0 ? hash(i) : 1;
              return h;
            }
            """);
    assertThat((long[]) program.taken("run", 50)).isEqualTo(program.plain("run", 50));
  }

  @Test
  void twoNamesOfOneArrayMayBothCount() throws Throwable {
    taken(counting("g[b[i] & 3] += 2;", "h"), 300);
    TestProgram mixed = TestProgram.of(counting("g[b[i] & 3] ^= 2;", "h"));
    Object expected = mixed.plain("run", 300);
    assertThat(Arrays.toString((int[]) mixed.taken("run", 300)))
        .isEqualTo(Arrays.toString((int[]) expected));
    assertThat(mixed.stays().get(0)).contains("h and g are one array");
    taken(counting("g[b[i] & 3] ^= 2;", "new int[8]"), 300);
  }

  private static String counting(String second, String other) {
    return """
    static int[] run(int n) {
      int[] h = new int[8], b = new int[n]; int[] g = OTHER;
      for (int i = 0; i < n; i++) b[i] = i * 5 + 1;
      for (@Parallel int i = 0; i < n; i++) { h[b[i] & 7]++; SECOND }
      return h;
    }
    """
        .replace("OTHER", other)
        .replace("SECOND", second);
  }

  @Test
  void anIndexOutsideLeavesEverythingToTheProgram() throws Throwable {
    String members =
        """
        static int[] run(int n) {
          int[] h = new int[9], b = new int[n];
          for (int i = 0; i < n; i++) b[i] = i == 70 ? 8 : i & 7;
          try {
            for (@Parallel int i = 0; i < n; i++) h[b[i] + (b[i] == 8 ? 4 : 0)] += i;
          } catch (ArrayIndexOutOfBoundsException e) { h[8] = e.getMessage().hashCode(); }
          return h;
        }
        """;
    assertThat(taken(members, 60).runs()).hasSize(1);
    TestProgram program = TestProgram.of(members);
    int[] expected = (int[]) program.plain("run", 90);
    assertThat((int[]) program.taken("run", 90)).isEqualTo(expected);
    assertThat(program.stays()).hasSize(1);
  }

  @Test
  void aChangeWhoseElementWaitsInALocalIsNotTakenForIndependent() throws Throwable {
    for (String change :
        new String[] {
          "h[x[i]] += hash(5L);",
          "h[i % 9] -= hash(i);",
          "long t = h[x[i]]; t = t * 3 + 1; h[x[i]] = t;",
          "double t = d[x[i]]; d[x[i]] = t * 0.5 + i;",
        }) {
      TestProgram program =
          TestProgram.of(
              """
              static long hash(long v) { for (int k = 0; k < 3; k++) v = v * 31 + (v >>> 7); return v; }
              static Object run(int n) {
                int[] x = new int[n]; long[] h = new long[9]; double[] d = new double[9];
                for (int i = 0; i < n; i++) x[i] = i * 5 % 9;
                for (@Parallel int i = 0; i < n; i++) { CHANGE }
                return java.util.List.of(h[3], d[4]);
              }
              """
                  .replace("CHANGE", change));
      assertThat(program.kernels()).as(change).isEmpty();
      assertThat(program.refused().get(0).reason()).contains("as several iterations may do");
    }
  }

  @Test
  void floatingPointElementsThatIterationsShareAreRefused() {
    for (String change :
        new String[] {
          "h[b[i]] += 0.5;", "h[b[i]] = h[b[i]] * 2;", "h[0] += i;", "h[b[i]] -= h[b[i] + 1];"
        }) {
      RefusedLoop refused = refused("double", change);
      assertThat(refused.reason())
          .as(change)
          .startsWith("line 4 changes h[")
          .endsWith("as several iterations may do, in an order that matters");
      assertThat(refused.advice()).contains("an element of its own");
    }
    assertThat(refused("byte", "h[b[i]]++;").reason()).contains("in an order that matters");
    assertThat(refused("int", "h[b[i]] *= 3;").reason()).contains("in an order that matters");
    assertThat(refused("int", "h[b[i]]++; h[3] ^= 1;").reason()).contains("in an order");
    assertThat(refused("int", "h[b[i]]++; b[i] = h[i & 7];").reason())
        .contains("and the loop also reads h");
  }

  private static RefusedLoop refused(String type, String change) {
    TestProgram program =
        TestProgram.of(
            "static Object run(int n) { TYPE[] h = new TYPE[9]; int[] b = new int[n];\nfor (@Parallel int i = 0; i < n; i++) { CHANGE }\nreturn h; }"
                .replace("TYPE", type)
                .replace("CHANGE", change));
    assertThat(program.kernels()).as(change).isEmpty();
    return program.refused().get(0);
  }

  private TestProgram taken(String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    assertThat(program.refused()).as(members).isEmpty();
    program.launchWith(launch);
    Object expected = program.plain("run", arguments);
    Object actual = program.taken("run", arguments);
    assertThat(program.stays()).isEmpty();
    assertThat(ReductionsTest.bits(actual)).as(members).isEqualTo(ReductionsTest.bits(expected));
    return program;
  }
}
