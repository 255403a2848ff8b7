package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How runs end in which every rank runs the program, and what they report. */
@Tag("finished-jar")
class SpmdIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.*;
      import java.util.Random;

      public class Alike {
        static final int N = 4000;

        static void add(double[] a, double[] b, double c) {
          for (@Parallel int i = 0; i < N; i++) b[i] = a[i] + c;
        }

        static void twice(double[] a, double[] b) {
          for (@Parallel int i = 0; i < N; i++) b[i] = 2 * a[i];
        }

        static void first(double[] a, double[] b, int n) {
          for (@Parallel int i = 0; i < n; i++) b[i] = a[i];
        }

        static void pick(double[] a, int[] at, double[] b) {
          for (@Parallel int i = 0; i < N; i++) b[i] = a[at[i]];
        }

        static double sum(double[] a) {
          double sum = 0;
          for (double each : a) sum += each;
          return sum;
        }

        public static void main(String[] arguments) throws Exception {
          int rank = Integer.parseInt(System.getenv().getOrDefault("SLIPSTREAM_RANK", "0"));
          double[] a = new double[N];
          double[] b = new double[N];
          for (int i = 0; i < N; i++) a[i] = i;
          for (int k = 0; k < 20; k++) {
            add(a, b, 1);
            twice(b, a);
          }
          System.out.println("sum " + sum(a));
          System.err.println("seen on standard error");
          switch (arguments.length == 0 ? "" : arguments[0]) {
            case "extra" -> { if (rank == 1) add(a, b, 3); }
            case "other" -> {
              if (rank == 1) add(a, b, 3); else twice(a, b);
              System.out.println(sum(b));
            }
            case "scalar" -> { add(a, b, rank); System.out.println(sum(b)); }
            case "bounds" -> { first(a, b, N - rank); System.out.println(sum(b)); }
            case "early" -> {
              if (rank == 1) return;
              add(a, b, 3);
              System.out.println(sum(b));
            }
            case "look" -> {
              add(a, b, 3);
              if (rank == 1) b[0] += b[N - 1];
              twice(b, a);
              System.out.println(sum(a));
            }
            case "written" -> {
              a[17] = rank;
              twice(a, b);
              System.out.println(sum(b));
            }
            case "swapped" -> {
              if (rank == 0) Slipstream.onMaster(() -> {}, HostAccess.reads(a));
              Slipstream.once(() -> {}, HostAccess.reads(a));
              if (rank == 1) Slipstream.onMaster(() -> {}, HostAccess.reads(a));
              twice(a, b);
              System.out.println(sum(b));
            }
            case "alone" -> {
              if (rank == 0) Slipstream.collective(CollectiveContext::barrier);
            }
            case "random" -> {
              Random random = new Random();
              for (int i = 0; i < N; i++) a[i] = random.nextDouble();
              twice(a, b);
              System.out.println(sum(b));
            }
            case "late" -> {
              if (rank == 1) Thread.sleep(100_000);
              twice(a, b);
              System.out.println(sum(b));
            }
            case "threads" -> {
              Thread thread = new Thread(() -> twice(a, b));
              thread.start();
              thread.join();
            }
            case "exit" -> System.exit(3);
            case "throw" -> {
              int[] at = new int[N];
              at[N - 1] = N;
              pick(a, at, b);
            }
            case "die" -> {
              if (rank == 1) Runtime.getRuntime().halt(9);
              Thread.sleep(100_000);
            }
            default -> {}
          }
        }
      }
      """;

  /** Much less than the time after which a rank counts as stalled. */
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private static Path classes;

  @TempDir private Path folder;

  @BeforeAll
  static void compile() {
    UcxHere.assume();
    ChildProgram.compile(classes, SOURCE);
  }

  private RankedProgram program() {
    return new RankedProgram(folder, List.of(classes))
        .with("slipstream.mode", "spmd")
        .with("slipstream.device", "cpu");
  }

  @Test
  void theProgramsOutputAppearsOnce() throws Exception {
    LaunchedRun run = program().start(3, "Alike");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("sum ").isEqualTo(program().plain("Alike").out());
    assertThat(run.err().lines()).containsExactly("seen on standard error");
  }

  @Test
  void theOutputOfOtherRanksIsLabelledWhereItIsWanted() throws Exception {
    LaunchedRun run = program().with("slipstream.output", "all").start(2, "Alike");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.err().lines())
        .contains("[rank 1] " + run.out().strip(), "[rank 1] seen on standard error");
  }

  @ParameterizedTest
  @CsvSource({
    "extra, the program has ended on rank 0, 'where rank 1 has loop Alike.add'",
    "other, differ first in loop Alike.twice, 'on rank 0 and loop Alike.add'",
    "scalar, 'loop Alike.add', 'whose arguments are [0.0] on rank 0 and [1.0] on rank 1'",
    "bounds, 'loop Alike.first', 'which has 4000 iterations on rank 0 and 3999 iterations on rank"
        + " 1'",
    "early, the program has ended on rank 1, 'where rank 0 has loop Alike.add'",
    "look, 'on rank 0 and ', 'after loop Alike.add'",
    "written, 'loop Alike.twice', finds other elements in double[4000]",
    "swapped, 'differ first in onMaster at Alike.main:', 'on rank 0 and once at Alike.main:'",
    // The rank that waits in the task may notice it first.
    "alone, the program has ended, 'collective at Alike.main:'",
    "random, 'loop Alike.twice', finds other elements in double[4000]"
  })
  void programsThatDifferEndOnAllRanksWithTheLoopNamed(String what, String first, String second)
      throws Exception {
    LaunchedRun run = program().start(2, "Alike", what);
    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    System.out.println(what + " was found within " + run.sinceOutput().toMillis() + " ms");
    assertThat(run.sinceOutput()).isLessThan(SOON);
    assertThat(run.out()).contains("sum ");
    assertThat(run.err().lines().filter(line -> line.contains(first) && line.contains(second)))
        .as(run.err())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("[rank 1] "));
  }

  @Test
  void aRankThatDoesNotComeToWhereOthersWaitIsNamedWithTheLoop() throws Exception {
    LaunchedRun run = program().with("slipstream.stallTimeout", "5").start(2, "Alike", "late");
    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .contains("rank 1 has made no progress for 5 s", "where rank 0 has loop Alike.twice");
  }

  @Test
  void aLostRankEndsTheOthers() throws Exception {
    LaunchedRun run = program().start(3, "Alike", "die");
    assertThat(run.exit()).as(run.err()).isNotZero();
    assertThat(run.err()).containsPattern("rank 1 on .* is lost").contains("Alike.twice");
  }

  @Test
  void loopsOfASecondThreadEndTheRun() throws Exception {
    LaunchedRun run = program().start(2, "Alike", "threads");
    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains("only one thread may run parallel loops", "here it is main");
  }

  @Test
  void theExitCodeIsThatOfTheProgram() throws Exception {
    LaunchedRun run = program().start(2, "Alike", "exit");
    assertThat(run.exit()).as(run.err()).isEqualTo(3);
    assertThat(run.err().lines()).containsExactly("seen on standard error");
  }

  @Test
  void anExceptionOfALoopComesOnEveryRankAndIsSaidOnce() throws Exception {
    LaunchedRun run = program().start(2, "Alike", "throw");
    assertThat(run.exit()).as(run.err()).isEqualTo(1);
    assertThat(run.err().lines().filter(line -> line.contains("Exception")))
        .containsExactly(
            "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 4000 out"
                + " of bounds for length 4000");
  }
}
