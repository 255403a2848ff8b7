package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.Jdk;
import dev.slipstream.agent.child.OpenClHere;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What users' programs do with arrays between loops. Each case prints a line, which must be the
 * same with the agent.
 */
class UserProgramsIT {
  private static final String NOT_DEFERRED = "each loop ends before the program continues";

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    OpenClHere.assume();
    ChildProgram.compile(
        folder,
        source("Loops"),
        source("LibraryCalls"),
        source("ArrayCalls"),
        source("StreamCalls"),
        source("TextAndBuffers"),
        source("InputAndOutput"),
        source("Coding"),
        source("Reflection"),
        source("Images"),
        source("Constructs"),
        source("Threads"),
        source("References"));
  }

  private static String source(String name) throws IOException {
    try (InputStream in = UserProgramsIT.class.getResourceAsStream("/programs/" + name + ".java")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LibraryCalls, 17",
    "LibraryCalls, 25",
    "Constructs, 17",
    "Threads, 17",
    "Threads, 25",
    "References, 17"
  })
  void theAgentLeavesTheResultsOfEachCaseAsTheyAre(String program, int feature) {
    List<Jdk> jdk = Jdk.of(feature).stream().toList();
    Assumptions.assumeFalse(jdk.isEmpty(), "no JDK " + feature + " is here");
    Outcome plain = run(ChildJvm.plain().on(jdk.get(0)), program);
    Outcome with =
        run(
            ChildJvm.withAgent()
                .on(jdk.get(0))
                .property("slipstream.device", "opencl")
                .property("slipstream.log", "info"),
            program);

    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(plain.out()).isNotEmpty();
    assertThat(with.out()).as(with.err()).isEqualTo(plain.out());
    assertThat(with.exit()).isZero();
    // Otherwise the later cases would show nothing.
    assertThat(with.err()).doesNotContain(NOT_DEFERRED);
  }

  private static Outcome run(ChildJvm jvm, String program) {
    return jvm.jvmOption("-Xmx256m").property("java.awt.headless", "true").run(folder, program);
  }
}
