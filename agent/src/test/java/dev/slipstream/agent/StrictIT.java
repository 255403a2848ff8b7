package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In strict mode a loop that runs on the host is an error that names it. */
class StrictIT {
  private static final String REFUSED =
      """
      import dev.slipstream.api.Parallel;

      public class Chained {
        static void chain(int[] a) {
          System.out.println("reached");
          for (@Parallel int i = 1; i < a.length; i++) {
            if (a[i] == 17) {
              return;
            }
            a[i] = i;
          }
        }

        public static void main(String[] arguments) {
          System.out.println("begins");
          chain(new int[100]);
          System.out.println("ends");
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void aRefusedLoopThrowsWhenItIsReachedAndNotBefore() {
    ChildProgram.compile(folder, REFUSED);
    String loop = "Chained.chain:" + ChildProgram.lineOf(REFUSED, "for (@Parallel");

    Outcome lenient = ChildJvm.withAgent().run(folder, "Chained");
    Outcome strict =
        ChildJvm.withAgent().property("slipstream.strict", "true").run(folder, "Chained");

    assertThat(lenient.exit()).isZero();
    assertThat(lenient.out().lines()).containsExactly("begins", "reached", "ends");
    assertThat(strict.exit()).isEqualTo(1);
    assertThat(strict.out().lines()).containsExactly("begins", "reached");
    assertThat(strict.err())
        .contains("Exception in thread \"main\"", "SlipstreamException: " + loop, "strict");
  }

  private static final String SHIFT =
      """
      import dev.slipstream.api.Parallel;

      public class Shift {
        static void copy(int[] a, int[] b, int n) {
          for (@Parallel int i = 1; i < n; i++) {
            b[i] = a[i - 1] + 1;
          }
        }

        public static void main(String[] arguments) {
          int[] b = new int[10];
          try {
            copy(arguments.length > 0 ? b : new int[10], b, arguments.length > 0 ? 10 : 11);
          } catch (ArrayIndexOutOfBoundsException e) {
            System.out.print(e.getMessage() + " ");
          }
          System.out.println(b[9]);
        }
      }
      """;

  @Test
  void aLoopThatStaysOnTheHostThrows() {
    ChildProgram.compile(folder, SHIFT);
    Outcome plain = ChildJvm.plain().run(folder, "Shift", "overlapping");
    Outcome lenient =
        onCpu().property("slipstream.report", "off").run(folder, "Shift", "overlapping");
    Outcome strict =
        onCpu().property("slipstream.strict", "true").run(folder, "Shift", "overlapping");

    assertThat(lenient).isEqualTo(plain);
    assertThat(strict.exit()).isEqualTo(1);
    assertThat(strict.err())
        .contains(
            "SlipstreamException", "Shift.copy:" + ChildProgram.lineOf(SHIFT, "for (@Parallel"))
        .contains("which another iteration writes");
  }

  @Test
  void aLoopThatThrowsInJavaThrowsTheSameInStrictMode() {
    ChildProgram.compile(folder, SHIFT);
    Outcome plain = ChildJvm.plain().run(folder, "Shift");
    Outcome strict =
        onCpu()
            .property("slipstream.strict", "true")
            .property("slipstream.report", "off")
            .run(folder, "Shift");

    assertThat(plain.out()).contains("Index 10 out of bounds");
    assertThat(strict).isEqualTo(plain);
  }

  private static ChildJvm onCpu() {
    return ChildJvm.withAgent().property("slipstream.device", "cpu");
  }

  @Test
  void aLoopThatIsTakenRunsAsEver() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);

    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome strict =
        ChildJvm.withAgent()
            .property("slipstream.device", "cpu")
            .property("slipstream.strict", "true")
            .property("slipstream.report", "off")
            .run(folder, "Saxpy");

    assertThat(strict).isEqualTo(plain);
  }
}
