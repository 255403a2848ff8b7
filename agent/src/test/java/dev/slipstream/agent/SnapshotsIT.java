package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that take copies of arrays while their loops go on. */
class SnapshotsIT {
  @TempDir private Path folder;

  private List<Path> classPath() {
    return List.of(folder, ChildProgram.apiJar());
  }

  private ChildJvm onOpenCl() {
    OpenClHere.assume();
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report", "off");
  }

  /** Runs the program without and with the agent; both must write the same. */
  private String sameOutput(String name) {
    Outcome plain = ChildJvm.plain().run(classPath(), name);
    assertThat(plain.exit()).as(plain.err()).isZero();
    Outcome deferred = onOpenCl().run(classPath(), name);
    assertThat(deferred.exit()).as(deferred.err()).isZero();
    assertThat(deferred.err()).isEmpty();
    assertThat(deferred.out()).isEqualTo(plain.out());
    return plain.out();
  }

  @Test
  void theStepsOfAComputationAreWrittenWhileTheNextOnesRun() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;
        import dev.slipstream.api.Snapshots;
        import java.util.*;
        import java.util.concurrent.*;

        public class Heat {
          static void step(double[] u, double[] v) {
            for (@Parallel int i = 1; i < u.length - 1; i++) {
              v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
            }
          }

          public static void main(String[] arguments) {
            double[] u = new double[10_000], v = new double[10_000];
            for (int i = 0; i < u.length; i++) u[i] = i % 97;
            Map<Integer, String> lines = new ConcurrentSkipListMap<>();
            List<CompletableFuture<?>> written = new ArrayList<>();
            for (int step = 0; step < 200; step++) {
              step(u, v);
              v[0] = step;
              if (step % 10 == 0) {
                int number = step;
                written.add(
                    Snapshots.of(v).thenAccept(x -> lines.put(number, "" + Arrays.hashCode(x))));
              }
              double[] t = u;
              u = v;
              v = t;
            }
            CompletableFuture.allOf(written.toArray(new CompletableFuture<?>[0])).join();
            System.out.println(lines + " " + Arrays.hashCode(u));
          }
        }
        """);
    assertThat(sameOutput("Heat")).startsWith("{0=").contains("190=");
  }

  @Test
  void codeThatDependsOnACopyMayRunLoopsAndReadArraysAndCompletesBeforeTheProgramEnds() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;
        import dev.slipstream.api.Snapshots;

        public class Chain {
          static int[] a = new int[1000], b = new int[1000];

          static void slow(int[] q, int rounds) {
            for (@Parallel int i = 0; i < q.length; i++) {
              int x = q[i];
              for (int r = 0; r < rounds; r++) x = x * 31 + r;
              q[i] = q[i] + 1 + (x & 0);
            }
          }

          public static void main(String[] arguments) {
            slow(a, 20_000);
            slow(b, 20_000);
            Snapshots.of(new int[][] {a, b, a}).thenAccept(rows -> {
              slow(rows[0], 10);
              slow(b, 10);
              System.out.println(rows[0][7] + " " + rows[1][7] + " " + rows[2][7] + " " + b[999]);
              System.out.println(rows[0] == rows[2]);
            });
          }
        }
        """);
    assertThat(sameOutput("Chain")).isEqualTo("2 1 2 2" + "\n" + "true" + "\n");
  }

  @Test
  void whatDependsOnACopyIsDoneBeforeSystemExitEndsTheProgram() {
    ChildProgram.compile(folder, exiting("System.exit(0);"));
    assertThat(sameOutput("Exits")).isEqualTo("1\n");
  }

  @Test
  void whatDependsOnACopyMayEndTheProgram() {
    ChildProgram.compile(
        folder, exiting("").replace("println(x[5])", "println(x[5]); System.exit(0)"));
    assertThat(sameOutput("Exits")).isEqualTo("1\n");
  }

  @Test
  void systemExitEndsAProgramAlthoughSomethingDependsOnACopyThatTakesHours() {
    ChildProgram.compile(
        folder,
        exiting("System.exit(4);")
            .replace("for (int r = 0", "for (int q = 0; q < 2_000_000_000; q++) for (int r = 0")
            .replace("200_000", "2_000_000_000")
            // No compiler can derive a formula for this, or skip earlier steps.
            .replace("x * 31 + r", "x * x + (x >>> 16) + q + r")
            .replace("x & 0", "x >>> 31"));
    long began = System.nanoTime();
    Outcome exited = onOpenCl().run(classPath(), "Exits");
    System.out.printf("over after %.1f s%n", (System.nanoTime() - began) / 1e9);
    assertThat(exited.exit()).isEqualTo(4);
    assertThat(exited.out()).isEmpty();
    assertThat(exited.err()).contains("what depends on them has not run", "join");
  }

  private static String exiting(String end) {
    return """
    import dev.slipstream.api.Parallel;
    import dev.slipstream.api.Snapshots;

    public class Exits {
      public static void main(String[] arguments) {
        int[] a = new int[1000];
        for (@Parallel int i = 0; i < a.length; i++) {
          int x = a[i];
          for (int r = 0; r < 200_000; r++) x = x * 31 + r;
          a[i] = a[i] + 1 + (x & 0);
        }
        Snapshots.of(a).thenAccept(x -> { System.out.println(x[5]); });
        @@
      }
    }
    """
        .replace("@@", end);
  }

  @Test
  void aProgramNeedNotWaitForACopyThatNothingReads() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;
        import dev.slipstream.api.Snapshots;

        public class Unseen {
          public static void main(String[] arguments) {
            int[] a = new int[100_000];
            for (@Parallel int i = 0; i < a.length; i++) a[i] = i;
            System.out.println(a[9]);
            for (@Parallel int i = 0; i < a.length; i++) {
              int x = a[i];
              for (int r = 0; r < 2_000_000; r++) x = x * 31 + r;
              a[i] = x;
            }
            Snapshots.of(a);
          }
        }
        """);
    long began = System.nanoTime();
    Outcome deferred = onOpenCl().run(classPath(), "Unseen");
    assertThat(deferred.out()).isEqualTo("9\n");
    assertThat(deferred.exit()).as(deferred.err()).isZero();
    System.out.printf("over after %.1f s%n", (System.nanoTime() - began) / 1e9);
  }

  @Test
  void withoutLoopsOrAnAgentCopiesAreCompleteImmediately() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Snapshots;

        public class Plain {
          public static void main(String[] arguments) throws Exception {
            byte[] a = {1, 2};
            var copy = Snapshots.of(a);
            a[0] = 7;
            System.out.println(copy.isDone() + " " + copy.get()[0]);
            String[][] texts = {{"a"}, null};
            String[][] others = Snapshots.of(texts).get();
            System.out.println(others[0][0] + others[1] + (others[0] == texts[0]));
            try {
              Snapshots.of((double[]) null);
            } catch (NullPointerException e) {
              System.out.println("null");
            }
          }
        }
        """);
    assertThat(sameOutput("Plain")).isEqualTo("true 1\nanullfalse\nnull\n");
  }
}
