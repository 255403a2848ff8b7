package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dry run counts what other nodes would move, while the program runs as usual. */
class DryRunIT {
  private static final int STEPS = 200;
  private static final int ELEMENTS = 10_000;
  private static final int WIDTH = Double.BYTES;

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Heat {
          static void step(double[] u, double[] v) {
            for (@Parallel int i = 1; i < u.length - 1; i++) {
              v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
            }
          }

          public static void main(String[] arguments) {
            double[] u = new double[10_000], v = new double[10_000];
            for (int i = 0; i < u.length; i++) u[i] = i % 97;
            for (int s = 0; s < 200; s++) {
              step(u, v);
              double[] t = u;
              u = v;
              v = t;
            }
            System.out.println(java.util.Arrays.hashCode(u));
          }
        }
        """);
  }

  private ChildJvm onOpenCl(String nodes) {
    OpenClHere.assume();
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.dryRun", nodes);
  }

  /** Returns the figures of one kind in the report, by node. */
  private static List<Long> figures(String report, String name) {
    String run = report.substring(report.indexOf("\"dryRun\""));
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(run);
    return found.results().map(match -> Long.valueOf(match.group(1))).toList();
  }

  @Test
  void theNodesOfAStencilSendTheirBordersAndTheFirstOneGetsTheResult() throws Exception {
    Path file = folder.resolve("report.json");
    Outcome plain = ChildJvm.plain().run(folder, "Heat");
    Outcome counted =
        onOpenCl("4").property("slipstream.report.file", file.toString()).run(folder, "Heat");

    assertThat(counted.exit()).as(counted.err()).isZero();
    assertThat(counted.out()).isEqualTo(plain.out());
    String report = Files.readString(file);
    assertThat(figures(report, "loops")).containsExactly((long) STEPS);
    assertThat(figures(report, "divided")).containsExactly((long) STEPS);
    assertThat(figures(report, "kernels")).hasSize(4).containsOnly((long) STEPS);
    // 9,998 iterations in parts; in each later step, each part needs one element of its neighbours.
    List<Integer> own = List.of(2500, 2500, 2499, 2499);
    long border = STEPS - 1;
    // First each other node gets its part and two more elements, and later the last element of the
    // other array.
    long others = own.get(1) + own.get(2) + own.get(3) + 6 + 1;
    assertThat(figures(report, "bytesSent"))
        .containsExactly(
            WIDTH * (others + border),
            WIDTH * (own.get(1) + 2 * border),
            WIDTH * (own.get(2) + 2 * border),
            WIDTH * (own.get(3) + border));
    assertThat(ELEMENTS).isEqualTo(own.stream().mapToInt(Integer::intValue).sum() + 2);
  }

  @Test
  void theTableIsInTheReportAndADryRunOfOneNodeSendsNothing() {
    Outcome counted = onOpenCl("1").run(folder, "Heat");
    assertThat(counted.err())
        .contains("dry run: what 1 node with one device would have moved for 200 loops");
    String node =
        counted.err().lines().filter(line -> line.startsWith("  N0 ")).findFirst().orElseThrow();
    assertThat(node.split(" {2,}")).startsWith("", "N0", "200", "78 KiB", "78 KiB").contains("–");
  }

  @Test
  void withoutLoopsThatAreSubmittedItSaysWhyThereIsNothingToCount() {
    Outcome counted =
        ChildJvm.withAgent()
            .property("slipstream.device", "cpu")
            .property("slipstream.dryRun", "4")
            .run(folder, "Heat");
    assertThat(counted.err())
        .contains("dry run of 4 nodes", "no loop was counted", "slipstream.device");
  }

  @Test
  void aNumberOfNodesThatCannotBeIsNamedWithTheNearestOne() {
    for (String wrong : Stream.of("0", "257", "four", "-1").toList()) {
      Outcome outcome =
          ChildJvm.withAgent()
              .property("slipstream.dryRun", wrong)
              .property("slipstream.device", "cpu")
              .property("slipstream.report", "off")
              .run(folder, "Heat");
      assertThat(outcome.exit()).isZero();
      assertThat(outcome.err())
          .contains("slipstream.dryRun=" + wrong, "it must be 1 to 256", "the nearest is");
    }
  }
}
