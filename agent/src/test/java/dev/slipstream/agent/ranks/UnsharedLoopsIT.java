package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops that ranks do not share, with the finished jar and UCX. */
@Tag("finished-jar")
class UnsharedLoopsIT {
  private static final Pattern TASKS = Pattern.compile("\"tasks\": ?(\\d+)");

  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;

      public class Unshared {
        static void map(long[] a, long[] b) {
          for (@Parallel int i = 0; i < b.length; i++) b[i] = a[i] * 3 + i;
        }

        static void mix(long[] a, int rounds) {
          for (@Parallel int i = 0; i < a.length; i++) {
            long x = i;
            for (int k = 0; k < rounds; k++) x = x * 31 + k;
            a[i] = x;
          }
        }

        static void walk(long[][] points, long[] a, int rounds) {
          for (@Parallel int i = 0; i < a.length; i++) {
            long x = i;
            for (int k = 0; k < rounds; k++) {
              for (int j = 0; j < points[i].length; j++) x = (x * 31 + points[i][j]) % 1_000_003;
            }
            a[i] = x;
          }
        }

        static void rows(long[][] rows, long[] a) {
          for (@Parallel int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[i].length; j++) rows[i][j] += a[i] + j;
          }
        }

        static void lasts(long[][] rows, long[] a) {
          for (@Parallel int i = 0; i < rows.length; i++) a[i] += rows[i][rows[i].length - 1];
        }

        public static void main(String[] arguments) {
          int n = 2_000;
          long[] a = new long[n];
          long[] b = new long[n];
          long[] c = new long[n];
          // Rows of different lengths are never sent to other ranks.
          long[][] rows = new long[n][];
          // Where a row occurs twice, a loop is never submitted.
          long[][] points = new long[n][100];
          points[1] = points[0];
          for (int i = 0; i < n; i++) {
            rows[i] = new long[1 + i % 7];
            c[i] = i;
          }
          if (arguments[0].equals("after")) {
            mix(a, 50_000);
          }
          for (int t = 0; t < Integer.parseInt(arguments[1]); t++) {
            if (arguments[0].equals("after")) {
              map(a, b);
              map(b, a);
            } else if (arguments[0].equals("points")) {
              walk(points, c, 12);
              for (int k = 0; k < 20; k++) {
                map(a, b);
              }
            } else if (arguments[0].equals("alone")) {
              map(c, a);
              map(a, b);
              map(b, c);
            } else {
              for (int i = 0; i < n; i++) {
                c[i] ^= t;
              }
              rows(rows, c);
              lasts(rows, c);
              map(c, a);
              map(a, b);
              c[t] += b[t];
              lasts(rows, c);
            }
          }
          long bits = 17;
          for (int i = 0; i < n; i++) {
            bits = bits * 31 + a[i] + 7 * b[i] + 11 * c[i];
          }
          System.out.println(bits);
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void shortLoopsWhoseArraysAreHereAreNotAnnouncedToOtherRanks() throws Exception {
    assertThat(tasks(run("auto", "alone", "20"))).isZero();
  }

  @Test
  void loopsUseWhatOtherRanksHaveComputedBeforeAndAfterThem() throws Exception {
    RankedProgram program = run("always", "shares", "20");
    assertThat(RankReport.read(program.report()).kernelsOfLast()).isEqualTo(40);
    assertThat(tasks(program)).as("of 100 loops").isBetween(41L, 99L);
  }

  @Test
  void manyShortLoopsAfterALoopThatRanksShareAreNotAllAnnounced() throws Exception {
    RankedProgram program = run("auto", "after", "1000");
    assertThat(RankReport.read(program.report()).kernelsOfLast()).isEqualTo(1);
    assertThat(tasks(program)).as("of 2001 loops").isBetween(200L, 400L);
  }

  @Test
  void aLoopThatCannotBeSubmittedIsNotTriedDividedForLong() throws Exception {
    RankedProgram program = run("auto", "points", "30");
    assertThat(RankReport.read(program.report()).kernelsOfLast())
        .as("of 600 short loops that might be shared with it on trial")
        .isBetween(1L, 60L);
    assertThat(tasks(program)).as("of 630 loops").isLessThan(400);
  }

  private static long tasks(RankedProgram program) throws Exception {
    Matcher tasks = TASKS.matcher(Files.readString(program.report()));
    assertThat(tasks.find()).isTrue();
    return Long.parseLong(tasks.group(1));
  }

  private RankedProgram run(String divide, String... arguments) throws Exception {
    ChildProgram.compile(folder, SOURCE);
    RankedProgram program =
        new RankedProgram(folder, List.of(folder))
            .with("slipstream.device", "cpu")
            .with("slipstream.cpu.threads", "1")
            .with("slipstream.divide", divide);
    ChildJvm.Outcome plain = program.plain("Unshared", arguments);
    LaunchedRun run = program.start(2, "Unshared", arguments);
    int exit = run.exit();
    RankedProgram.requireUcx(run);
    assertThat(exit).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(plain.out()).isNotBlank();
    return program;
  }
}
