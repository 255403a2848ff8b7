package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.UcxHere;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ranks exchange in collective host tasks, and how runs end if the ranks do not agree. */
@Tag("finished-jar")
class SpmdCollectiveIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.CollectiveGroup;
      import dev.slipstream.api.Parallel;
      import dev.slipstream.api.Slipstream;
      import java.util.Arrays;

      public class Exchange {
        static void require(boolean isRight) {
          if (!isRight) throw new IllegalStateException("something else has arrived");
        }

        public static void main(String[] arguments) {
          double[] x = new double[1000];
          for (@Parallel int i = 0; i < x.length; i++) x[i] = i;
          switch (arguments[0]) {
            case "large" -> {
              CollectiveGroup group = CollectiveGroup.of("large arrays");
              for (int round = 0; round < 2; round++) {
                Slipstream.collective(
                    group,
                    ranks -> {
                      double[] own = new double[3 << 20];
                      Arrays.fill(own, ranks.rank() + 1);
                      require(ranks.broadcast(own, 2)[77] == 3);
                      require(ranks.allGather(ranks.scatter(own, 1)).length == own.length);
                      require(ranks.allReduce(own, Double::sum)[3_000_001] == 6);
                    });
                Slipstream.collective(
                    ranks -> {
                      for (int i = 0; i < 50; i++) {
                        ranks.barrier();
                        require(ranks.allReduceLong(ranks.rank(), Long::sum) == 3);
                      }
                    });
              }
            }
            case "slow" ->
                Slipstream.collective(
                    ranks -> {
                      if (ranks.rank() == 1) Thread.sleep(1500);
                      ranks.barrier();
                      System.out.println("the task has ended");
                    });
            case "other" ->
                Slipstream.collective(
                    ranks -> {
                      if (ranks.rank() == 0) ranks.barrier(); else ranks.allGather(new int[1]);
                    });
            case "lengths" ->
                Slipstream.collective(
                    ranks -> { ranks.allReduce(new double[5 + ranks.rank()], Double::sum); });
            case "missing" ->
                Slipstream.collective(ranks -> { if (ranks.rank() == 0) ranks.barrier(); });
            case "exit" ->
                Slipstream.collective(ranks -> { ranks.barrier(); System.exit(5); });
            default -> throw new IllegalArgumentException(arguments[0]);
          }
        }
      }
      """;

  @TempDir private static Path classes;

  @TempDir private Path folder;

  @BeforeAll
  static void compile() {
    UcxHere.assume();
    ChildProgram.compile(classes, SOURCE);
  }

  private LaunchedRun run(String what) throws Exception {
    return new RankedProgram(folder, List.of(classes))
        .with("slipstream.mode", "spmd")
        .with("slipstream.device", "cpu")
        .start(3, "Exchange", what);
  }

  @Test
  void largeArraysAndManySmallOnesArriveWhole() throws Exception {
    LaunchedRun run = run("large");
    assertThat(run.exit()).as(run.err()).isZero();
  }

  @Test
  void aTaskThatStillRunsWhenTheProgramEndsIsWaitedFor() throws Exception {
    LaunchedRun run = run("slow");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("the task has ended\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other|ranks call different methods: rank",
        "lengths|allReduce needs arrays of the same length on all ranks",
        "missing|rank 0 waits without success for rank 2 to send something: the program has ended"
            + " there"
      })
  void ranksThatDoNotDoTheSameEndTheRunWithTheReason(String what, String reason) throws Exception {
    LaunchedRun run = run(what);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("collective at Exchange.main:").contains(reason);
  }

  @Test
  void aTaskMayEndTheProgram() throws Exception {
    assertThat(run("exit").exit()).isEqualTo(5);
  }
}
