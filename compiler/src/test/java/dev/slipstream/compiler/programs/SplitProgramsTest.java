package dev.slipstream.compiler.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.analysis.mapper.Chunks;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Nine in ten of the marked loops of the named programs can be divided without a hint from the
 * user, in each of their executions that has more than one iteration. The file {@code
 * NOT_SPLIT.txt} lists the others with the reasons; {@code -Dslipstream.test.write=true} rewrites
 * it.
 */
class SplitProgramsTest {
  private static final String LIST = "NOT_SPLIT.txt";
  private static final boolean WRITE = Boolean.getBoolean("slipstream.test.write");
  private static final int PARTS = 4;
  private static final double LEAST_SHARE = 0.9;

  /** The results for the executions of one loop. */
  private static final class Outcomes {
    private int divided;
    private int atCertainCuts;
    private int whole;
    private final Set<String> reasons = new TreeSet<>();

    boolean isDivided() {
      return divided > 0 && whole == 0;
    }

    String text() {
      String some = divided > 0 ? divided + " of " + (divided + whole) + " executions; " : "";
      return some + (reasons.isEmpty() ? "never runs as a kernel" : String.join("; ", reasons));
    }
  }

  @Test
  void nineLoopsInTenAreDividedAndTheOthersAreListedWithReasons() throws Throwable {
    Map<String, Outcomes> loops = new TreeMap<>();
    for (NamedProgram named : NamedProgram.all()) {
      TestProgram program = TestProgram.source(named.name(), named.source());
      program.kernels().forEach(kernel -> outcomes(loops, kernel.name().toString()));
      program
          .refused()
          .forEach(loop -> outcomes(loops, loop.name().toString()).reasons.add(loop.reason()));
      program.planWith((kernel, start, captures) -> planned(loops, kernel, start, captures));
      program.taken("run", named.size());
    }
    List<String> others = new ArrayList<>();
    loops.forEach(
        (loop, outcomes) -> {
          if (!outcomes.isDivided()) {
            others.add(loop + " | " + outcomes.text());
          }
        });
    System.out.printf(
        "%d of %d loops are divided without a hint, %d of them only at certain cuts%n",
        loops.size() - others.size(),
        loops.size(),
        loops.values().stream().filter(o -> o.isDivided() && o.atCertainCuts > 0).count());
    others.forEach(System.out::println);
    if (WRITE) {
      write(others);
      return;
    }
    assertThat(others).isEqualTo(NamedProgram.text(LIST).lines().toList());
    assertThat(1 - (double) others.size() / loops.size()).isGreaterThanOrEqualTo(LEAST_SHARE);
  }

  private static void write(List<String> others) throws IOException {
    Path list = Path.of("src", "test", "resources", "programs", LIST);
    Files.writeString(list, String.join("\n", others) + "\n");
  }

  private static Outcomes outcomes(Map<String, Outcomes> loops, String name) {
    return loops.computeIfAbsent(name, n -> new Outcomes());
  }

  private static LaunchPlan planned(
      Map<String, Outcomes> loops, LoopKernel kernel, int start, Object[] captures) {
    LaunchPlan plan = kernel.plan(start, captures);
    Outcomes outcomes = outcomes(loops, kernel.name().toString());
    if (plan instanceof LaunchPlan.Stay stay) {
      outcomes.whole++;
      outcomes.reasons.add(stay.reason());
    } else if (plan instanceof LaunchPlan.Run) {
      LoopMappers mappers = kernel.mappers(start, captures).orElseThrow();
      if (Chunks.of(mappers, PARTS).size() > 1) {
        outcomes.divided++;
        outcomes.atCertainCuts += mappers.split().isPossible() ? 0 : 1;
      } else if (mappers.space().area() > 1) {
        outcomes.whole++;
        outcomes.reasons.add(mappers.split().reason());
      }
    }
    return plan;
  }
}
