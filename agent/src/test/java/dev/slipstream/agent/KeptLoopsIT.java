package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are started again with the loops of their earlier starts. */
class KeptLoopsIT {
  private static final String PROGRAM =
      """
      import dev.slipstream.api.Parallel;
      import java.util.function.IntToDoubleFunction;

      public class Program {
        double scale = FACTOR;

        double of(int i) {
          return scale * i;
        }

        void fill(double[] a) {
          for (@Parallel int i = 0; i < a.length; i++) a[i] += of(i);
        }

        static void apply(double[] a, IntToDoubleFunction f) {
          for (@Parallel int i = 0; i < a.length; i++) a[i] -= f.applyAsDouble(i);
        }

        static void first(double[] a, double[] b) {
          for (@Parallel int i = 0; i < a.length; i++) {
            if (a[i] > 1e30) return;
            b[i] = a[i];
          }
        }

        public static void main(String[] arguments) {
          double[] a = new double[Integer.parseInt(arguments[0])];
          double[] b = new double[a.length];
          boolean twice = arguments.length > 1 && arguments[1].equals("twice");
          Program program = twice ? new Twice() : new Program();
          for (int step = 0; step < 3; step++) {
            program.fill(a);
            if (arguments.length > 1 && !twice) apply(a, i -> i / 3.0);
            first(a, b);
          }
          double sum = 0;
          for (double v : b) sum += v;
          System.out.println(sum);
        }

        static class Twice extends Program {
          @Override
          double of(int i) {
            return 2 * super.of(i);
          }
        }
      }
      """;

  /** Its loop seems to be long, and cannot run as a kernel. */
  private static final String SHIFTING =
      """
      import dev.slipstream.api.Parallel;

      public class Program {
        static void shift(double[] a, double[] b, int by, int most) {
          for (@Parallel int i = 0; i < a.length - by; i++) {
            double v = b[i];
            if (v > 1e30) {
              for (int k = 0; k < most; k++) v = v / 2 + k;
            }
            a[i + by] = v + 1;
          }
        }

        public static void main(String[] arguments) {
          double[] a = new double[1000];
          shift(a, a, 1, 100_000_000);
          System.out.println(a[999]);
        }
      }
      """;

  /** If a file exists, it loads no loop, and prints when drivers are opened all the same. */
  private static final String WAITING =
      """
      import dev.slipstream.api.Parallel;
      import java.nio.file.*;

      public class Program {
        static class Loops {
          static void fill(double[] a) {
            for (@Parallel int i = 0; i < a.length; i++) a[i] += i;
          }
        }

        public static void main(String[] arguments) throws Exception {
          Path file = Path.of(arguments[0]);
          if (!Files.exists(file)) {
            Loops.fill(new double[1000]);
            Files.createFile(file);
          } else {
            while (Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("slipstream-drivers"))) {
              Thread.sleep(1);
            }
            System.out.println("drivers are opened");
          }
        }
      }
      """;

  /** The class that takes loops out of methods, as in the JVM's list of loaded classes. */
  private static final String COMPILER = "dev.slipstream.compiler.outlining.LoopOutliner ";

  private static final String SMALL = "100";

  @TempDir private Path folder;
  private Path program = Path.of("");

  @BeforeEach
  void compile() {
    compile(1);
  }

  private void compile(int factor) {
    program =
        ChildProgram.compile(
            folder.resolve("program"), PROGRAM.replace("FACTOR", String.valueOf(factor)));
  }

  @Test
  void aSecondStartWithLittleToDoNeedsNoCompiler() throws IOException {
    assertThat(start("auto", SMALL)).contains(COMPILER);
    assertThat(start("auto", SMALL)).doesNotContain(COMPILER);
  }

  @Test
  void aSecondStartNeedsNoCompilerForLoopsThatAreCompiledForCertainObjects() throws IOException {
    assertThat(start("auto", SMALL, "twice")).contains(COMPILER);
    assertThat(start("auto", SMALL, "twice")).doesNotContain(COMPILER);
    assertThat(start("auto", SMALL)).as("other objects").doesNotContain(COMPILER);
    assertThat(start("cpu", "10000", "twice")).contains(COMPILER);
    assertThat(said)
        .contains("1 of 2 loops taken", "3 runs", "compiled for Program$Twice")
        .doesNotContain("compiled as before");
    assertThat(start("auto", SMALL, "functions")).as("objects that are new").contains(COMPILER);
  }

  @Test
  void aSecondStartRunsItsLoopsWhereTheFirstOneDid() throws IOException {
    for (int starts = 0; starts < 3; starts++) {
      assertThat(start("cpu", "10000", "functions")).contains(COMPILER);
      assertThat(said)
          .contains("2 of 3 loops taken", "6 runs", "line 21 leaves the loop")
          .doesNotContain("compiled as before");
    }
  }

  @Test
  void afterAChangeTheProgramIsTheNewOne() throws IOException {
    start("auto", SMALL);
    String before = printed;
    compile(10);
    assertThat(start("auto", SMALL)).contains(COMPILER);
    assertThat(printed).isNotEqualTo(before);
    assertThat(start("auto", SMALL)).doesNotContain(COMPILER);
  }

  @Test
  void aStartThatHasWaitedForALoopThatStaysTellsTheNextOne() throws IOException {
    program = ChildProgram.compile(folder.resolve("shifting"), SHIFTING);
    for (int starts = 0; starts < 2; starts++) {
      // With other arguments, or it would leave the loop alone.
      assertThat(startWithTwoCores("start " + starts)).contains(COMPILER);
      assertThat(printed).isEqualTo("999.0" + System.lineSeparator());
    }
    try (Stream<Path> kept = Files.list(folder.resolve("cache"))) {
      assertThat(kept.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith("learnt-"));
    }
    startWithTwoCores();
    assertThat(printed).isEqualTo("999.0" + System.lineSeparator());
  }

  @Test
  void loopsThatAreNamedOtherwiseAreCompiledAnew() throws IOException {
    start("auto", SMALL);
    assertThat(startNaming("Program#main:33", SMALL)).contains(COMPILER);
    assertThat(startNaming("Program#main:33", SMALL)).doesNotContain(COMPILER);
  }

  @Test
  void aSecondStartOpensTheNamedDeviceBeforeItsFirstLoopIsLoaded() throws IOException {
    program = ChildProgram.compile(folder.resolve("waiting"), WAITING);
    String file = folder.resolve("file").toString();
    Outcome first = startWithOpenCl(file);
    assertThat(first.err()).contains("1 of 1 loop taken");
    Outcome second = startWithOpenCl(file);
    assertThat(second.out()).isEqualTo("drivers are opened" + System.lineSeparator());
    assertThat(second.err()).contains("no loop marked @Parallel");
  }

  private Outcome startWithOpenCl(String... arguments) {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.cache.dir", folder.resolve("cache").toString())
        .run(program, "Program", arguments);
  }

  private String printed = "";
  private String said = "";

  private String start(String device, String... arguments) throws IOException {
    return start(ChildJvm.withAgent().property("slipstream.device", device), arguments);
  }

  private String startWithTwoCores(String... arguments) throws IOException {
    return start(
        ChildJvm.withAgent()
            .property("slipstream.device", "auto")
            .property("slipstream.cpu.threads", "2"),
        arguments);
  }

  private String startNaming(String loops, String... arguments) throws IOException {
    return start(ChildJvm.withAgent().property("slipstream.loops", loops), arguments);
  }

  /** Returns the names of the classes that were loaded. */
  private String start(ChildJvm jvm, String... arguments) throws IOException {
    Path log = folder.resolve("loaded.txt");
    Outcome outcome =
        jvm.property("slipstream.cache.dir", folder.resolve("cache").toString())
            .jvmOption("-Xlog:class+load:file=" + log)
            .run(program, "Program", arguments);
    String expected = ChildJvm.plain().run(program, "Program", arguments).out();
    assertThat(outcome.out()).isEqualTo(expected);
    printed = outcome.out();
    said = outcome.err();
    return Files.readString(log);
  }
}
