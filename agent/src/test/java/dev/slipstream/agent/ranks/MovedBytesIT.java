package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.UcxHere;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks send only what others lack, each once, and as much as a dry run predicts. */
@Tag("finished-jar")
class MovedBytesIT {
  private static final int RANKS = 3;
  private static final int SIDE = 96;
  private static final long WIDTH = Float.BYTES;
  private static final int LENGTH = 6_000;

  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.util.Arrays;

      public class Moved {
        static void multiply(float[] a, float[] b, float[] c, int n) {
          for (@Parallel int i = 0; i < n; i++) {
            for (@Parallel int j = 0; j < n; j++) {
              float sum = 0;
              for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
              }
              c[i * n + j] = sum;
            }
          }
        }

        static void add(float[] all, float[] sums) {
          for (@Parallel int i = 0; i < sums.length; i++) {
            float sum = 0;
            for (int k = 0; k < all.length; k++) {
              sum += all[k] * i;
            }
            sums[i] = sum;
          }
        }

        static float[] filled(int length) {
          float[] array = new float[length];
          for (int i = 0; i < length; i++) {
            array[i] = i % 89 * 0.25f;
          }
          return array;
        }

        public static void main(String[] arguments) {
          int n = 96;
          if (arguments[0].equals("product")) {
            float[] a = filled(n * n);
            float[] b = filled(n * n);
            float[] c = new float[n * n];
            float[] d = new float[n * n];
            multiply(a, b, c, n);
            multiply(a, b, d, n);
            System.out.println(Arrays.hashCode(c) + " " + Arrays.hashCode(d));
          } else {
            float[] all = filled(6_000);
            float[] sums = new float[6_000];
            float[] others = new float[6_000];
            add(all, sums);
            add(sums, others);
            System.out.println(Arrays.hashCode(sums) + " " + Arrays.hashCode(others));
          }
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    UcxHere.assume();
    OpenClHere.assume();
    ChildProgram.compile(folder, SOURCE);
  }

  @Test
  void eachBlockOfAProductReachesEachRankThatLacksItOnce() throws Exception {
    long matrix = SIDE * SIDE * WIDTH;
    // Its rows of one factor, and all of the other; later its rows of both results.
    long each = matrix / RANKS + matrix + 2 * matrix / RANKS;
    assertThat(bytesOfAll("product")).isEqualTo((RANKS - 1) * each);
  }

  @Test
  void eachByteOfAnArrayThatAllReadReachesEachRankOnce() throws Exception {
    long array = LENGTH * WIDTH;
    // All that the program has created, and what the others have computed of what is read next.
    long forAll = (RANKS - 1) * array + (RANKS - 1) * array;
    // Rank 0 already has all sums for its own part, so only the last results are sent to it.
    long results = (RANKS - 1) * array / RANKS;
    assertThat(bytesOfAll("sums")).isEqualTo(forAll + results);
  }

  private long bytesOfAll(String what) throws Exception {
    RankedProgram program =
        new RankedProgram(folder, List.of(folder)).with("slipstream.device", "opencl");
    LaunchedRun run = program.start(RANKS, "Moved", what);
    assertThat(run.exit()).as(run.err()).isZero();
    Path file = folder.resolve("dry.json");
    ChildJvm.Outcome dry =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.dryRun", "" + RANKS)
            .property("slipstream.report.file", file.toString())
            .run(List.of(folder, ChildProgram.apiJar()), "Moved", what);
    assertThat(dry.exit()).as(dry.err()).isZero();
    assertThat(run.out()).isEqualTo(dry.out());
    RankReport report = RankReport.read(program.report());
    assertThat(report.bytes()).isEqualTo(foretold(file));
    return report.bytesOfAll();
  }

  private static List<Long> foretold(Path file) throws Exception {
    String report = Files.readString(file);
    return Pattern.compile("\"bytesSent\" *: *(\\d+)")
        .matcher(report.substring(report.indexOf("\"dryRun\"")))
        .results()
        .map((MatchResult sent) -> Long.valueOf(sent.group(1)))
        .toList();
  }
}
