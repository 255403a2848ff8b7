package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long-running programs keep nothing that they have dropped. */
class LongRunningIT {
  private static final String DROPPED =
      """
      import dev.slipstream.api.Parallel;

      public class Dropped {
        static void fill(int[] a, int k) {
          for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 3 + i * k;
        }

        static void fill(double[][] a, int k) {
          for (@Parallel int i = 0; i < a.length; i++) {
            for (@Parallel int j = 0; j < a[i].length; j++) a[i][j] = a[i][j] * 3 + i * k + j;
          }
        }

        public static void main(String[] arguments) {
          long sum = 0;
          for (int round = 0; round < 60; round++) {
            int[] seen = new int[1 << 20];
            fill(seen, round);
            sum += seen[round];
            int[] unseen = new int[1 << 20];
            fill(unseen, round);
            fill(unseen, 2);
            double[][] rows = new double[8][1 << 16];
            fill(rows, round);
            sum += (long) rows[3][round];
          }
          System.out.println(sum);
        }
      }
      """;

  private static final String LARGE =
      """
      import dev.slipstream.api.Parallel;

      public class Large {
        static long round(int k) {
          int[] a = new int[9 << 20];
          for (@Parallel int i = 0; i < a.length; i++) a[i] = i * k;
          return a[k];
        }

        public static void main(String[] arguments) {
          long sum = 0;
          for (int k = 0; k < 10; k++) sum += round(k);
          System.out.println(sum);
        }
      }
      """;

  private static final String KEPT =
      """
      import java.nio.ByteBuffer;

      public class Kept {
        public static void main(String[] arguments) {
          long sum = 0;
          for (int k = 0; k < 400000; k++) sum += ByteBuffer.wrap(new byte[64]).capacity();
          System.out.println(sum);
        }
      }
      """;

  private static final String RELOAD =
      """
      import dev.slipstream.api.Parallel;
      import java.io.File;
      import java.lang.ref.WeakReference;
      import java.net.URL;
      import java.net.URLClassLoader;
      import java.util.ArrayList;
      import java.util.List;

      public class Reload {
        public static class Loaded {
          public static long run() {
            int[] a = new int[300];
            for (@Parallel int i = 0; i < a.length; i++) a[i] = i * i;
            double[][] d = new double[80][90];
            for (@Parallel int i = 0; i < 80; i++) {
              for (@Parallel int j = 0; j < 90; j++) d[i][j] = part(i) + a[j];
            }
            return (long) (a[77] + d[3][4]);
          }

          private static double part(int i) { return i * 0.5; }
        }

        static WeakReference<ClassLoader> once() throws Exception {
          List<URL> urls = new ArrayList<>();
          for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(new File(part).toURI().toURL());
          }
          try (URLClassLoader loader = new URLClassLoader(
              urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass("Reload$Loaded");
            System.out.println(type.getMethod("run").invoke(null));
            return new WeakReference<>(loader);
          }
        }

        public static void main(String[] arguments) throws Exception {
          List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
          for (int i = 0; i < 4; i++) loaders.add(once());
          for (int i = 0; i < 50; i++) {
            loaders.removeIf(loader -> loader.refersTo(null));
            if (loaders.isEmpty()) break;
            System.gc();
            Thread.sleep(100);
          }
          System.out.println(loaders.size() + " loaders left");
        }
      }
      """;

  @TempDir private Path folder;

  @BeforeEach
  void anOpenClDeviceIsHere() {
    OpenClHere.assume();
  }

  private static ChildJvm deferring() {
    return ChildJvm.withAgent()
        .optimising()
        .property("slipstream.device", "opencl")
        .property("slipstream.report", "off");
  }

  @Test
  void arraysThatTheProgramHasDroppedAreCollectedAlsoIfNothingHasReadThem() {
    ChildProgram.compile(folder, DROPPED);
    Outcome plain = ChildJvm.plain().jvmOption("-Xmx64m").run(folder, "Dropped");
    Outcome with = deferring().jvmOption("-Xmx64m").run(folder, "Dropped");

    assertThat(with.err()).isEmpty();
    assertThat(with.out()).isEqualTo(plain.out());
  }

  @Test
  void anArrayThatTheProgramHasDroppedLeavesItsRoomToTheNextOne() {
    // Memory for two, of which the program has one at a time.
    ChildProgram.compile(folder, LARGE);
    Outcome plain = ChildJvm.plain().jvmOption("-Xmx80m").run(folder, "Large");
    Outcome with = deferring().jvmOption("-Xmx80m").run(folder, "Large");

    assertThat(with.err()).isEmpty();
    assertThat(with.out()).isEqualTo(plain.out());
  }

  @Test
  void arraysThatTheJdkGotToKeepLeaveNothingBehindWithoutLoops() {
    ChildProgram.compile(folder, KEPT);
    Outcome with = deferring().jvmOption("-Xmx24m").run(folder, "Kept");

    assertThat(with.err()).isEmpty();
    assertThat(with.out().strip()).isEqualTo("25600000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"opencl", "cpu"})
  void classLoadersThatTheProgramHasDroppedAreCollected(String device) {
    ChildProgram.compile(folder, RELOAD);
    Outcome plain = ChildJvm.plain().run(folder, "Reload");
    Outcome with = deferring().property("slipstream.device", device).run(folder, "Reload");

    assertThat(plain.out()).contains("0 loaders left");
    assertThat(with.out()).isEqualTo(plain.out());
  }
}
