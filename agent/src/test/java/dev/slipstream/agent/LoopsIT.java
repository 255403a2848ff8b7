package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OldClassFile;
import dev.slipstream.agent.child.SaxpySource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Marked loops run on the CPU device wherever they are in the program, with equal results. */
class LoopsIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void aMarkedLoopRunsOnTheDevice(int feature) {
    Optional<Jdk> jdk = Jdk.of(feature);
    Assumptions.assumeTrue(jdk.isPresent(), "no JDK " + feature + " in /usr/lib/jvm");
    ChildProgram.compile(folder, SaxpySource.SOURCE);

    Outcome plain = ChildJvm.plain().on(jdk.orElseThrow()).run(folder, "Saxpy");
    Outcome with = onCpu().on(jdk.orElseThrow()).run(folder, "Saxpy");

    assertThat(with).isEqualTo(plain);
    assertThat(report().of(SaxpySource.loop()))
        .containsEntry("decision", "taken")
        .containsEntry("where", "cpu")
        .containsEntry("runs", "3")
        .containsEntry("iterations", "15000");
  }

  @ParameterizedTest
  @ValueSource(ints = {48, 52})
  void sumsAndPlacesOfLargestValuesComeBackFromLanes(int version) throws Exception {
    String source =
        """
        import dev.slipstream.api.Parallel;
        import dev.slipstream.api.Reduction;

        public class Sums {
          static String reduce(double[] x) {
            long count = 0; double best = -1; int at = -1;
            for (@Parallel int i = 0; i < x.length; i++) {
              if (x[i] > best) { best = x[i]; at = i; }
              if (x[i] > 0.5) count += i;
            }
            return count + " " + best + " " + at;
          }

          static int[] count(double[] x) {
            int[] counts = new int[10];
            for (@Parallel int i = 0; i < x.length; i++) counts[(int) (x[i] * 10)]++;
            return counts;
          }

          static double sum(double[] x, int n) {
            @Reduction double sum = 0;
            for (@Parallel int i = 0; i < n; i++) sum += x[i];
            return sum;
          }

          public static void main(String[] arguments) {
            double[] x = new double[300000];
            for (int i = 0; i < x.length; i++) x[i] = (i * 7919L % 1000003) / 1000003.0;
            System.out.println(reduce(x));
            System.out.println(java.util.Arrays.toString(count(x)));
            System.out.println(Math.abs(sum(x, x.length) - 150000) < 200);
          }
        }
        """;
    ChildProgram.compile(
        folder, List.of("--release", "8", "-g", "-cp", ChildProgram.apiJar().toString()), source);
    if (version < 52) {
      OldClassFile.rewrite(folder.resolve("Sums.class"), version);
    }

    Outcome plain = ChildJvm.plain().run(folder, "Sums");
    Outcome with = onCpu().run(folder, "Sums");

    assertThat(with).isEqualTo(plain);
    assertThat(report().of("Sums.reduce:" + ChildProgram.lineOf(source, "for (@Parallel")))
        .containsEntry("decision", "taken")
        .containsEntry("where", "cpu")
        .containsEntry("runs", "1")
        .containsEntry("iterations", "300000");
  }

  @Test
  void aLoopRunsInsideAStaticInitialiser() {
    String source =
        """
        import dev.slipstream.api.Parallel;

        public class Table {
          static final double[] ROOTS = new double[4000];
          static final int OFFSET = Integer.getInteger("offset", 3);

          static {
            double[] roots = ROOTS;
            int offset = OFFSET;
            for (@Parallel int i = 0; i < roots.length; i++) {
              roots[i] = Math.sqrt(i + offset);
            }
          }

          public static void main(String[] arguments) {
            System.out.println(java.util.Arrays.hashCode(ROOTS));
          }
        }
        """;
    ChildProgram.compile(folder, source);

    Outcome plain = ChildJvm.plain().run(folder, "Table");
    Outcome with = onCpu().run(folder, "Table");

    assertThat(with).isEqualTo(plain);
    assertThat(report().of("Table.<clinit>:" + ChildProgram.lineOf(source, "for (@Parallel")))
        .containsEntry("decision", "taken")
        .containsEntry("where", "cpu")
        .containsEntry("runs", "1");
  }

  @ParameterizedTest
  @ValueSource(ints = {45, 48, 50})
  void aLoopRunsInAClassOfAnOldVersion(int version) throws Exception {
    String source =
        """
        public class Old {
          static void step(double[] a, double[] b, int n) {
            for (int i = 1; i < n; i++) {
              b[i] = a[i - 1] * 0.5 + a[i];
            }
          }

          public static void main(String[] arguments) {
            double[] a = new double[2000];
            double[] b = new double[2000];
            for (int i = 0; i < a.length; i++) {
              a[i] = 1.0 / (i + 3);
            }
            step(a, b, a.length);
            System.out.println(java.util.Arrays.hashCode(b));
          }
        }
        """;
    ChildProgram.compile(folder, List.of("--release", "8", "-g"), source);
    OldClassFile.rewrite(folder.resolve("Old.class"), version);
    int line = ChildProgram.lineOf(source, "for (int i = 1");

    Outcome plain = ChildJvm.plain().run(folder, "Old");
    Outcome with = onCpu().property("slipstream.loops", "Old#step:" + line).run(folder, "Old");

    assertThat(plain.exit()).isZero();
    assertThat(with).isEqualTo(plain);
    assertThat(report().of("Old.step:" + line))
        .containsEntry("decision", "taken")
        .containsEntry("where", "cpu");
  }

  @Test
  void aLoopRunsInANamedModule() {
    String source = SaxpySource.SOURCE.replace("public class", "public final class");
    Path module = folder.resolve("module");
    ChildProgram.compileModule(module, "sample", "package sample;\n" + source);
    int line = ChildProgram.lineOf(source, "for (@Parallel") + 1;

    List<String> command = List.of("-p", module.toString(), "-m", "sample/sample.Saxpy");
    Outcome plain = ChildJvm.plain().command(command);
    Outcome with = onCpu().command(command);

    assertThat(plain.exit()).isZero();
    assertThat(with).isEqualTo(plain);
    assertThat(report().of("Saxpy.saxpy:" + line))
        .containsEntry("decision", "taken")
        .containsEntry("where", "cpu");
  }

  @Test
  void theProgramMayBeAJarInAnyFolder() throws Exception {
    ChildProgram.compile(folder.resolve("classes"), SaxpySource.SOURCE);
    Path elsewhere = Files.createDirectories(folder.resolve("a folder with spaces/and more"));
    Path agent = Files.copy(ChildJvm.agentJar(), elsewhere.resolve("slip stream+.jar"));

    Outcome plain = ChildJvm.plain().run(folder.resolve("classes"), "Saxpy");
    Outcome with =
        ChildJvm.plain()
            .jvmOption("-javaagent:" + agent)
            .property("slipstream.device", "cpu")
            .property("slipstream.report.file", "report.json")
            .in(elsewhere)
            .command(List.of("-cp", "../../classes", "Saxpy"));

    assertThat(with).isEqualTo(plain);
    assertThat(LoopReport.read(elsewhere.resolve("report.json")).of(SaxpySource.loop()))
        .containsEntry("decision", "taken");
  }

  @Test
  void aLoaderThatHidesTheBootClassesKeepsItsLoops() {
    ChildProgram.compile(folder.resolve("hidden"), SaxpySource.SOURCE);
    ChildProgram.compile(
        folder.resolve("launcher"),
        """
        import java.io.File;
        import java.nio.file.Files;
        import java.nio.file.Path;

        public class Launcher extends ClassLoader {
          private final Path folder;

          Launcher(Path folder) {
            super("hiding", null);
            this.folder = folder;
          }

          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("dev.slipstream.")) {
              throw new ClassNotFoundException(name);
            }
            Path file = folder.resolve(name + ".class");
            if (!Files.exists(file) || findLoadedClass(name) != null) {
              return super.loadClass(name, resolve);
            }
            try {
              byte[] classFile = Files.readAllBytes(file);
              return defineClass(name, classFile, 0, classFile.length);
            } catch (java.io.IOException e) {
              throw new ClassNotFoundException(name, e);
            }
          }

          public static void main(String[] arguments) throws Exception {
            new Launcher(Path.of(arguments[0]))
                .loadClass("Saxpy")
                .getMethod("main", String[].class)
                .invoke(null, (Object) new String[0]);
          }
        }
        """);

    Outcome plain = ChildJvm.plain().run(folder.resolve("hidden"), "Saxpy");
    Outcome with =
        onCpu().run(folder.resolve("launcher"), "Launcher", folder.resolve("hidden").toString());

    assertThat(with).isEqualTo(plain);
    assertThat(report().of(SaxpySource.loop()))
        .containsEntry("decision", "refused")
        .hasEntrySatisfying("reason", reason -> assertThat(reason).contains("'hiding'", "hides"));
  }

  @Test
  void aProgramKeepsItsOwnVersionsOfTheLibrariesThatTheAgentUses() {
    Path others = Path.of(System.getProperty("slipstream.test.target")).resolve("other-versions");
    List<Path> classPath =
        List.of(
            folder,
            others.resolve("asm-9.6.jar"),
            others.resolve("byte-buddy-1.14.12.jar"),
            others.resolve("micrometer-core-1.12.13.jar"),
            others.resolve("micrometer-commons-1.12.13.jar"),
            others.resolve("micrometer-observation-1.12.13.jar"));
    String source =
        """
        import dev.slipstream.api.Parallel;
        import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
        import net.bytebuddy.ByteBuddy;
        import org.objectweb.asm.ClassReader;

        public class Libraries {
          static void fill(int[] a, int factor) {
            for (@Parallel int i = 0; i < a.length; i++) {
              a[i] = i * factor;
            }
          }

          public static void main(String[] arguments) throws Exception {
            int[] a = new int[5000];
            fill(a, new ClassReader(Libraries.class.getResourceAsStream("Libraries.class").readAllBytes())
                .getAccess());
            Object made =
                new ByteBuddy().subclass(Object.class).make()
                    .load(Libraries.class.getClassLoader()).getLoaded()
                    .getDeclaredConstructor().newInstance();
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            registry.counter("runs").increment(a[4999]);
            System.out.println(registry.counter("runs").count() + " " + (made != null));
            for (Class<?> type : new Class<?>[] {ClassReader.class, ByteBuddy.class, SimpleMeterRegistry.class}) {
              System.out.println(type.getProtectionDomain().getCodeSource().getLocation());
            }
          }
        }
        """;
    ChildProgram.compile(
        folder,
        List.of(
            "--release",
            "17",
            "-g",
            "-cp",
            ChildJvm.joined(classPath) + ":" + ChildProgram.apiJar()),
        source);

    Outcome plain = ChildJvm.plain().run(classPath, "Libraries");
    Outcome with = onCpu().run(classPath, "Libraries");

    assertThat(plain.exit()).isZero();
    assertThat(plain.out()).contains("asm-9.6.jar", "byte-buddy-1.14.12", "micrometer-core-1.12");
    assertThat(with).isEqualTo(plain);
    assertThat(report().of("Libraries.fill:" + ChildProgram.lineOf(source, "for (@Parallel")))
        .containsEntry("where", "cpu");
  }

  @Test
  void aLoopRunsWhileAnotherThreadEndsTheProgram() {
    ChildProgram.compile(
        folder,
        """
        import dev.slipstream.api.Parallel;

        public class Busy {
          public static void main(String[] arguments) throws Exception {
            int[] a = new int[100_000];
            Thread busy = new Thread(() -> {
              while (true) {
                add(a);
              }
            });
            busy.start();
            while (a[99_999] < 3) {
              Thread.sleep(1);
            }
            System.exit(5);
          }

          static void add(int[] a) {
            for (@Parallel int i = 0; i < a.length; i++) {
              a[i] = a[i] + 1;
            }
          }
        }
        """);

    Outcome outcome = onCpu().run(folder, "Busy");

    assertThat(outcome.exit()).isEqualTo(5);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).isEmpty();
  }

  private ChildJvm onCpu() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "cpu")
        .property("slipstream.report.file", folder.resolve("report.json").toString());
  }

  private LoopReport report() {
    return LoopReport.read(folder.resolve("report.json"));
  }
}
