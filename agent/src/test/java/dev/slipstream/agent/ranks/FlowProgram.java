package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program of some seconds for several ranks: a stencil, a loop that mirrors, and host code that
 * reads and writes elements. It signals that it is running, and does not end before it is released.
 */
final class FlowProgram {
  /** The number of its loops, all of which can be divided. */
  static final long LOOPS = 40 * (10 + 1);

  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.nio.file.Files;
      import java.nio.file.Path;

      public class Flow {
        static void step(double[] u, double[] v) {
          for (@Parallel int i = 1; i < u.length - 1; i++) {
            v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
          }
        }

        static void add(double[] sum, double[] v) {
          for (@Parallel int i = 0; i < sum.length; i++) {
            sum[i] = sum[i] + v[v.length - 1 - i];
          }
        }

        public static void main(String[] arguments) throws Exception {
          Path folder = Path.of(arguments[0]);
          int n = 50_000;
          double[] u = new double[n];
          double[] v = new double[n];
          double[] sum = new double[n];
          for (int i = 0; i < n; i++) {
            u[i] = v[i] = i * 7919L % 1000 / 1000.0;
          }
          long bits = 17;
          for (int round = 0; round < 40; round++) {
            for (int s = 0; s < 10; s++) {
              step(u, v);
              double[] w = u;
              u = v;
              v = w;
            }
            add(sum, u);
            if (round % 3 == 2) {
              int at = round * 577 % n;
              bits = bits * 31 + Double.doubleToLongBits(sum[at]);
              u[at] += 1;
            }
            if (round == 2) {
              Files.createFile(folder.resolve("ready"));
            }
          }
          Files.createFile(folder.resolve("submitted"));
          while (!Files.exists(folder.resolve("go"))) {
            Thread.sleep(20);
          }
          for (double[] array : new double[][] {u, v, sum}) {
            for (double each : array) {
              bits = bits * 31 + Double.doubleToLongBits(each);
            }
          }
          System.out.println(bits);
        }
      }
      """;

  private FlowProgram() {}

  /**
   * Compiles it into a folder, and runs it in plain Java.
   *
   * @return its output
   */
  static String compile(Path classes) throws IOException {
    ChildProgram.compile(classes, SOURCE);
    Path alone = Files.createDirectory(classes.resolve("alone"));
    release(alone);
    ChildJvm.Outcome plain =
        ChildJvm.plain().run(List.of(classes, ChildProgram.apiJar()), "Flow", alone.toString());
    assertThat(plain.exit()).as(plain.err()).isZero();
    return plain.out();
  }

  /** Returns the main class and its arguments. */
  static List<String> main(Path folder) {
    return List.of("Flow", folder.toString());
  }

  /** Returns a file that exists once the program is running. */
  static Path ready(Path folder) {
    return folder.resolve("ready");
  }

  /** Lets it end. */
  static void release(Path folder) throws IOException {
    Files.createFile(folder.resolve("go"));
  }
}
