package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes with marked loops that are loaded again and again, and unloaded. */
class ReloadsIT {
  private static final String SOURCE =
      """
      import dev.slipstream.api.Parallel;
      import java.lang.management.ManagementFactory;
      import java.nio.file.*;
      import javax.management.ObjectName;

      public class Reloads {
        static class Loader extends ClassLoader {
          final byte[] file;

          Loader(byte[] file) { this.file = file; }

          @Override protected Class<?> loadClass(String name, boolean resolve)
              throws ClassNotFoundException {
            return name.equals("Work")
                ? defineClass(name, file, 0, file.length) : super.loadClass(name, resolve);
          }
        }

        public static void main(String[] arguments) throws Exception {
          byte[] file = Files.readAllBytes(Path.of("Work.class"));
          for (int c = 1; c <= 450; c++) {
            Loader loader = new Loader(file);
            ((Runnable) loader.loadClass("Work").getDeclaredConstructor().newInstance()).run();
            if (c % 300 == 150) look();
          }
        }

        static void look() throws Exception {
          long least = Long.MAX_VALUE;
          for (int tries = 0; tries < 5; tries++) {
            System.gc();
            // Unloaded classes are noted when the next loop is found.
            Loader next = new Loader(Files.readAllBytes(Path.of("Work.class")));
            next.loadClass("Work").getDeclaredConstructor().newInstance();
            least = Math.min(least, objects());
          }
          System.out.println(least);
        }

        /** How many objects of the agent there are. */
        static long objects() throws Exception {
          String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
              new Object[] {new String[0]}, new String[] {String[].class.getName()});
          long objects = 0;
          for (String line : histogram.split("\\n")) {
            String[] words = line.trim().split(" +");
            if (words.length > 3 && words[3].startsWith("dev.slipstream.")) {
              objects += Long.parseLong(words[1]);
            }
          }
          return objects;
        }
      }
      """;

  private static final String LOOP =
      """
      import dev.slipstream.api.Parallel;

      public class Work implements Runnable {
        final int[] a = new int[2048];

        @Override public void run() {
          for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] * 12345 + i;
          if (a[5] != 5) throw new IllegalStateException();
        }
      }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() {
    ChildProgram.compile(folder, SOURCE, LOOP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "opencl"})
  void ofLoopsWhoseClassesAreGoneNothingStays(String device) {
    List<Long> objects = run(device).out().lines().map(Long::valueOf).toList();
    assertThat(objects.get(1) - objects.get(0))
        .as("objects that came with 300 loops, after " + objects.get(0))
        .isLessThan(300);
  }

  private static Outcome run(String device) {
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.device", device)
            .property("slipstream.report", "off")
            .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString())
            .jvmOption("-Xmx256m")
            .in(folder)
            .run(folder, "Reloads");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exit()).isZero();
    return outcome;
  }
}
