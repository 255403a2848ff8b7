package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are started again with the guards of their earlier starts. */
class KeptClassesIT {
  private static final String PROGRAM =
      """
      import dev.slipstream.api.Parallel;

      public class Program {
        public static void main(String[] arguments) {
          Data data = new Data();
          for (int step = 0; step < 3; step++) {
            float[] a = data.a;
            for (@Parallel int i = 0; i < a.length; i++) a[i] += i;
            System.out.println(data.sum());
          }
        }
      }
      """;
  private static final String DATA =
      """
      public class Data {
        final float[] a = new float[1 << 12];

        double sum() {
          double sum = 0;
          for (float v : a) sum += v * FACTOR;
          return sum;
        }
      }
      """;

  /** The class that generates guards, as in the JVM's list of loaded classes. */
  private static final String COMPILER = "dev.slipstream.compiler.guard.GuardPass ";

  @TempDir private Path folder;
  private Path program = Path.of("");

  @BeforeEach
  void compile() {
    OpenClHere.assume();
    compile(1);
  }

  private void compile(int factor) {
    String data = DATA.replace("FACTOR", String.valueOf(factor));
    program = ChildProgram.compile(folder.resolve("program"), PROGRAM, data);
  }

  @Test
  void aSecondStartDoesTheSameWithoutTheCompilerOfGuards() throws IOException {
    String expected = ChildJvm.plain().run(program, "Program").out();
    assertThat(start(expected)).contains(COMPILER);
    assertThat(start(expected)).doesNotContain(COMPILER);
  }

  @Test
  void afterAChangeTheProgramIsTheNewOne() throws IOException {
    String before = ChildJvm.plain().run(program, "Program").out();
    assertThat(start(before)).contains(COMPILER);
    compile(10);
    String after = ChildJvm.plain().run(program, "Program").out();
    assertThat(after).isNotEqualTo(before);
    assertThat(start(after)).contains(COMPILER);
    assertThat(start(after)).doesNotContain(COMPILER);
  }

  @Test
  void aDamagedFileIsMadeAgain() throws IOException {
    String expected = ChildJvm.plain().run(program, "Program").out();
    start(expected);
    try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().startsWith("guards-")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2]++;
        Files.write(file, bytes);
      }
    }
    assertThat(start(expected)).contains(COMPILER);
    assertThat(start(expected)).doesNotContain(COMPILER);
  }

  /** Returns the names of the classes that were loaded. */
  private String start(String expected) throws IOException {
    Path log = folder.resolve("loaded.txt");
    Outcome outcome =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.cache.dir", folder.resolve("cache").toString())
            .jvmOption("-Xlog:class+load:file=" + log)
            .run(program, "Program");
    assertThat(outcome.out()).isEqualTo(expected);
    assertThat(outcome.err()).contains("1 of 1 loop taken");
    return Files.readString(log);
  }
}
