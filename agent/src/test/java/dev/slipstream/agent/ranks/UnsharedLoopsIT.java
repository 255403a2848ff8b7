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

        static void scatter(int[] to, long[] a, long[] b) {
          for (@Parallel int i = 0; i < a.length; i++) b[to[i]] = a[i] + 1;
        }

        public static void main(String[] arguments) {
          int n = 20_000;
          int[] to = new int[n];
          long[] a = new long[n];
          long[] b = new long[n];
          long[] c = new long[n];
          for (int i = 0; i < n; i++) {
            to[i] = (int) (i * 7919L % n);
            c[i] = i;
          }
          boolean shares = arguments[0].equals("shares");
          for (int t = 0; t < Integer.parseInt(arguments[1]); t++) {
            scatter(to, c, a);
            if (shares) {
              map(a, b);
              scatter(to, b, c);
              map(c, b);
              a[t] += b[3];
            } else {
              scatter(to, a, c);
              a[t] += c[t];
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
  void loopsWhoseArraysAreAllHereAreNotAnnouncedToOtherRanks() throws Exception {
    assertThat(tasks(run("always", "alone", "20"))).isZero();
  }

  @Test
  void loopsUseWhatOtherRanksHaveComputedBeforeAndAfterThem() throws Exception {
    RankedProgram program = run("always", "shares", "20");
    assertThat(RankReport.read(program.report()).kernelsOfLast()).isEqualTo(40);
  }

  @Test
  void shortLoopsAreAnnouncedUntilTheyHaveBeenMeasured() throws Exception {
    assertThat(tasks(run("auto", "alone", "1000"))).isBetween(7L, 1000L);
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
