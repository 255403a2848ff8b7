package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.ReportedRun;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose loops run later, with the agent, on a real device. */
class DeferredLoopsIT {
  private static final int CELLS = 1000;

  @TempDir private Path folder;

  @BeforeAll
  static void needDevice() {
    OpenClHere.assume();
  }

  private ReportedRun run(String name, String source, String... arguments) throws Exception {
    return ReportedRun.of(folder, name, source, arguments);
  }

  private String plain(String name, String... arguments) throws Exception {
    return ChildJvm.plain().run(folder, name, arguments).out();
  }

  @Test
  void tenThousandStepsCopyTheFirstArrayInAndTheLastOneOut() throws Exception {
    ReportedRun run =
        run(
            "Heat",
            """
            import dev.slipstream.api.Parallel;

            public class Heat {
              public static void main(String[] arguments) {
                double[] now = new double[%1$d];
                double[] next = new double[%1$d];
                now[0] = next[0] = 1;
                for (int step = 0; step < 10000; step++) {
                  for (@Parallel int i = 1; i < now.length - 1; i++) {
                    next[i] = now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
                  }
                  double[] swapped = now;
                  now = next;
                  next = swapped;
                }
                double sum = 0;
                for (double cell : now) sum += cell;
                System.out.println(sum);
              }
            }
            """
                .formatted(CELLS));
    assertThat(run.outcome().exit()).isZero();
    assertThat(run.outcome().out()).isEqualTo(plain("Heat"));
    assertThat(run.figure("loops")).isEqualTo(10_000);
    // All of the first array, and the ends of the other, which no step writes.
    assertThat(run.figure("bytesToDevices")).isEqualTo(8L * CELLS + 16);
    assertThat(run.figure("bytesFromDevices")).isEqualTo(8L * (CELLS - 2));
    assertThat(run.figure("mostTasks")).isLessThan(200);
  }

  @Test
  void anElementThatTheProgramReadsOrSetsInEachStepIsCopiedAlone() throws Exception {
    ReportedRun run =
        run(
            "Probe",
            """
            import dev.slipstream.api.Parallel;

            public class Probe {
              static double at(double[] field, int place) { return field[place]; }
              static void set(double[] field, int place, double value) { field[place] = value; }
              public static void main(String[] arguments) {
                double[] field = new double[%1$d];
                double sum = 0;
                for (int step = 0; step < 1000; step++) {
                  set(field, 0, step);
                  for (@Parallel int i = 0; i < field.length; i++) {
                    field[i] = 0.5 * field[i] + i;
                  }
                  sum += at(field, %1$d / 2);
                }
                try { at(field, -1); } catch (ArrayIndexOutOfBoundsException e) { sum++; }
                System.out.println(sum + " " + field[0] + " " + field[7]);
              }
            }
            """
                .formatted(CELLS));
    assertThat(run.outcome().exit()).isZero();
    assertThat(run.outcome().out()).isEqualTo(plain("Probe"));
    assertThat(run.figure("loops")).isEqualTo(1000);
    assertThat(run.figure("bytesToDevices")).isEqualTo(8L * CELLS + 8 * 999);
    // Each step copies two elements: the one that is set, which is copied to the host first, and
    // the one that is read.
    assertThat(run.figure("bytesFromDevices")).isLessThan(8L * (2 * 1000 + 2 * CELLS));
  }

  @Test
  void anElementToWhichTheProgramAddsInEachStepIsCopiedAlone() throws Exception {
    ReportedRun run =
        run(
            "Source",
            """
            import dev.slipstream.api.Parallel;

            public class Source {
              static void add(double[] field, int place, double value) { field[place] += value; }
              static double next(double[] field, int place) { return field[place]++; }
              public static void main(String[] arguments) {
                double[] field = new double[%1$d];
                double sum = 0;
                for (int step = 0; step < 1000; step++) {
                  for (@Parallel int i = 0; i < field.length; i++) {
                    field[i] = 0.5 * field[i] + i;
                  }
                  add(field, 5, step);
                  sum += next(field, %1$d / 2);
                }
                try { add(field, -1, 1); } catch (ArrayIndexOutOfBoundsException e) { sum++; }
                System.out.println(sum + " " + field[0] + " " + field[5]);
              }
            }
            """
                .formatted(CELLS));
    assertThat(run.outcome().exit()).isZero();
    assertThat(run.outcome().out()).isEqualTo(plain("Source"));
    assertThat(run.figure("loops")).isEqualTo(1000);
    // Each step copies two elements to the host, and back with their new values.
    assertThat(run.figure("bytesToDevices")).isEqualTo(8L * CELLS + 2 * 8 * 999);
    assertThat(run.figure("bytesFromDevices")).isLessThan(8L * (2 * 1000 + 2 * CELLS));
  }

  @Test
  void rowsOfAMatrixAreCopiedOnceWhenNothingHasChanged() throws Exception {
    ReportedRun run =
        run(
            "Rows",
            """
            import dev.slipstream.api.Parallel;

            public class Rows {
              static void step(double[][] from, double[][] to) {
                for (@Parallel int i = 1; i < from.length - 1; i++) {
                  double[] above = from[i - 1];
                  double[] here = from[i];
                  double[] below = from[i + 1];
                  for (@Parallel int j = 1; j < here.length - 1; j++) {
                    to[i][j] = 0.2 * (here[j] + here[j - 1] + here[j + 1] + above[j] + below[j]);
                  }
                }
              }

              public static void main(String[] arguments) {
                double[][] now = new double[80][100];
                double[][] next = new double[80][100];
                now[0][3] = next[0][3] = 5;
                for (int step = 0; step < 500; step++) {
                  step(now, next);
                  double[][] swapped = now;
                  now = next;
                  next = swapped;
                }
                double sum = 0;
                for (double[] row : now) for (double cell : row) sum += cell;
                System.out.println(sum);
                double[] row = now[5];
                now[5] = now[6];
                now[6] = row;
                row[7] = 3;
                step(now, next);
                System.out.println(next[5][7] + " " + next[6][7] + " " + next[7][7]);
              }
            }
            """);
    assertThat(run.outcome().exit()).isZero();
    assertThat(run.outcome().out()).isEqualTo(plain("Rows"));
    assertThat(run.figure("loops")).isEqualTo(501);
    long array = 8L * 80 * 100;
    // Both arrays before the first steps, and again after rows were exchanged.
    assertThat(run.figure("bytesToDevices")).isLessThanOrEqualTo(4 * array);
    assertThat(run.figure("bytesFromDevices")).isLessThanOrEqualTo(3 * array);
  }

  @Test
  void ofAMatrixWhoseFirstRowIsSetAndWhoseLastIsReadOnlyTheseAreCopied() throws Exception {
    ReportedRun run =
        run(
            "Border",
            """
            import dev.slipstream.api.Parallel;

            public class Border {
              static void step(double[][] from, double[][] to) {
                for (@Parallel int i = 1; i < from.length - 1; i++) {
                  for (@Parallel int j = 1; j < from[0].length - 1; j++) {
                    to[i][j] = 0.25 * (from[i][j - 1] + from[i][j + 1] + from[i - 1][j] + from[i + 1][j]);
                  }
                }
              }

              public static void main(String[] arguments) {
                double[][] now = new double[80][100];
                double[][] next = new double[80][100];
                double seen = 0;
                for (int step = 0; step < 300; step++) {
                  for (int j = 0; j < 100; j++) now[0][j] = step + j;
                  step(now, next);
                  seen = seen * 0.5 + next[78][50];
                  double[][] swapped = now;
                  now = next;
                  next = swapped;
                }
                System.out.println(seen);
              }
            }
            """);
    assertThat(run.outcome().exit()).isZero();
    assertThat(run.outcome().out()).isEqualTo(plain("Border"));
    assertThat(run.figure("loops")).isEqualTo(300);
    long row = 8L * 100;
    // Both arrays once, and in each step a row; of the second array all rows are copied in.
    assertThat(run.figure("bytesToDevices")).isLessThanOrEqualTo(2 * 80 * row + 300 * row);
    assertThat(run.figure("bytesFromDevices")).isLessThanOrEqualTo(300 * row);
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "exit", "throw"})
  void aShutdownHookOfTheProgramSeesWhatLoopsHaveComputed(String end) throws Exception {
    ReportedRun run =
        run(
            "Hook",
            """
            import dev.slipstream.api.Parallel;

            public class Hook {
              public static void main(String[] arguments) {
                int[] a = new int[100000];
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                  try { Thread.sleep(500); } catch (InterruptedException e) { }
                  for (@Parallel int i = 0; i < a.length; i++) a[i] += i;
                  long sum = 0;
                  for (int v : a) sum += v;
                  System.out.println("sum " + sum);
                }));
                for (int step = 0; step < 20; step++) {
                  for (@Parallel int i = 0; i < a.length; i++) a[i] += 1;
                }
                switch (arguments[0]) {
                  case "exit" -> System.exit(3);
                  case "throw" -> throw new IllegalStateException("the end");
                  default -> {}
                }
              }
            }
            """,
            end);
    long sum = 20L * 100_000 + 99_999L * 50_000;
    assertThat(run.outcome().out()).contains("sum " + sum);
    assertThat(run.outcome().exit())
        .isEqualTo(end.equals("exit") ? 3 : end.equals("throw") ? 1 : 0);
    assertThat(run.figure("loops")).as("the hook's own runs on the host").isEqualTo(20);
  }

  @Test
  void whatCodeThatCannotBeFollowedSeesIsThereAndTheReportSaysWhy() throws Exception {
    ReportedRun run =
        run(
            "Kept",
            """
            import dev.slipstream.api.Parallel;
            import java.nio.IntBuffer;

            public class Kept {
              public static void main(String[] arguments) {
                int[] a = new int[1000];
                IntBuffer view = IntBuffer.wrap(a);
                for (int step = 0; step < 10; step++) {
                  for (@Parallel int i = 0; i < a.length; i++) a[i] += i + 1;
                  view.put(step, -view.get(step + 1));
                }
                long sum = 0;
                while (view.hasRemaining()) sum += view.get();
                System.out.println(sum);
              }
            }
            """);
    assertThat(run.outcome().exit()).isZero();
    assertThat(run.outcome().out()).isEqualTo(plain("Kept"));
  }

  @Test
  void graphsAreWrittenWhereTheUserWants() throws Exception {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Graphs {
          public static void main(String[] arguments) {
            float[] a = new float[1000];
            for (@Parallel int i = 0; i < a.length; i++) a[i] = i;
            for (@Parallel int i = 0; i < a.length; i++) a[i] *= 2;
            System.out.println(a[7]);
          }
        }
        """);
    Path graphs = folder.resolve("graphs");
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.graphs", graphs.toString())
            .run(folder, "Graphs");
    assertThat(outcome.out().strip()).isEqualTo("14.0");
    assertThat(graphs.resolve("tasks.dot")).content().contains("Graphs.main:6", "Graphs.main:7");
    assertThat(graphs.resolve("instructions-N0.dot")).content().contains("digraph");
  }
}
