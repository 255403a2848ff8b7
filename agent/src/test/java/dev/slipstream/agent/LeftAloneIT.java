package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.runtime.machine.GpuFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs on two cores whose loops gain nothing, started again. */
class LeftAloneIT {
  /** Waits for the agent if the file exists that its argument names. */
  private static final String PROGRAM =
      """
      import dev.slipstream.api.Parallel;
      import java.nio.file.Files;
      import java.nio.file.Path;

      public class Program {
        static void fill(double[] a) {
          for (@Parallel int i = 0; i < a.length; i++) a[i] += i;
        }

        static boolean isConnected() {
          try {
            Class.forName("dev.slipstream.boot.LoopDispatch", false, null);
            return true;
          } catch (ClassNotFoundException notYet) {
            return false;
          }
        }

        public static void main(String[] arguments) throws Exception {
          if (Files.exists(Path.of(arguments[0]))) {
            while (!isConnected()) Thread.sleep(10);
            // The class is changed after the agent's classes are loaded.
            Thread.sleep(1000);
          }
          double[] a = new double[100];
          fill(a);
          System.out.println(a[99]);
        }
      }
      """;

  private static final String LEFT = "all loops were left to the program";
  private static final String TAKEN = "1 of 1 loop taken";

  private static final String SUM =
      """
      import dev.slipstream.api.Parallel;
      import dev.slipstream.api.Reduction;

      public class Program {
        public static void main(String[] arguments) {
          double[] a = new double[100];
          a[99] = 99;
          @Reduction double sum = 0;
          for (@Parallel int i = 0; i < a.length; i++) sum += a[i];
          System.out.println(sum);
        }
      }
      """;

  @TempDir private Path folder;
  private Path program = Path.of("");
  private Path waits = Path.of("");

  @BeforeEach
  void compile() {
    assumeFalse(GpuFiles.mayExist(), "with a GPU, loops are always taken");
    program = ChildProgram.compile(folder.resolve("program"), PROGRAM);
    waits = folder.resolve("waits");
  }

  private String start(ChildJvm jvm, String argument) {
    Outcome outcome =
        jvm.property("slipstream.cache.dir", folder.resolve("cache").toString())
            .run(program, "Program", argument);
    assertThat(outcome.out()).isEqualTo("99.0" + System.lineSeparator());
    return outcome.err();
  }

  private static ChildJvm withTwoCores() {
    return ChildJvm.withAgent().property("slipstream.cpu.threads", "2");
  }

  private String start(String argument) {
    return start(withTwoCores(), argument);
  }

  @Test
  void theNextStartWithTheSameArgumentsIsLeftAlone() {
    assertThat(start("no")).contains(TAKEN).doesNotContain(LEFT);
    assertThat(start("no")).contains(LEFT).doesNotContain(TAKEN);
    assertThat(start("no")).contains(LEFT);
    assertThat(start("other")).as("other arguments").contains(TAKEN);
  }

  @Test
  void aStartThatReportsAllOrNamesADeviceTakesTheLoops() {
    start("no");
    assertThat(start(withTwoCores().property("slipstream.report", "full"), "no")).contains("fill");
    assertThat(start(withTwoCores().property("slipstream.device", "cpu"), "no")).contains(TAKEN);
  }

  @Test
  void aSumWhoseBitsWouldDifferIsTakenInEachStart() {
    program = ChildProgram.compile(folder.resolve("sum"), SUM);
    for (int starts = 0; starts < 3; starts++) {
      assertThat(start("no")).contains(TAKEN).doesNotContain(LEFT);
    }
  }

  @Test
  void aStartThatTakesLongerGetsItsLoopsTakenWhileItRuns() throws IOException {
    start(waits.toString());
    Files.createFile(waits);
    assertThat(start(waits.toString())).contains(TAKEN).doesNotContain(LEFT);
    Files.delete(waits);
    assertThat(start(waits.toString())).as("the next one takes them").contains(TAKEN);
  }
}
