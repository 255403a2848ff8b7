package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with another agent, before or after this one, print the same as without both. */
class OtherAgentsIT {
  /** Where Maven keeps the other agent: {@code mvn dependency:get} with its name fetches it. */
  private static final Path OPEN_TELEMETRY =
      Path.of(
          System.getProperty("user.home"),
          ".m2/repository/io/opentelemetry/javaagent/opentelemetry-javaagent/2.15.0",
          "opentelemetry-javaagent-2.15.0.jar");

  @TempDir private Path folder;

  @BeforeAll
  static void needDeviceAndAgent() {
    OpenClHere.assume();
    Assumptions.assumeTrue(
        Files.exists(OPEN_TELEMETRY),
        "io.opentelemetry.javaagent:opentelemetry-javaagent:2.15.0 is not in the local repository");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void openTelemetryMayStandBeforeThisAgentAndBehindIt(boolean before) throws Exception {
    ChildProgram.compile(folder, source());
    String plain = ChildJvm.plain().run(folder, "Observed").out();
    ChildJvm jvm = before ? ChildJvm.plain() : ChildJvm.withAgent();
    jvm.jvmOption("-javaagent:" + OPEN_TELEMETRY);
    if (before) {
      jvm.jvmOption("-javaagent:" + ChildJvm.agentJar());
    }
    Outcome with =
        jvm.property("otel.traces.exporter", "none")
            .property("otel.metrics.exporter", "none")
            .property("otel.logs.exporter", "none")
            .property("slipstream.device", "opencl")
            .property("slipstream.log", "info")
            .run(folder, "Observed");
    assertThat(with.exit()).as(with.err()).isZero();
    assertThat(with.out()).as(with.err()).isEqualTo(plain);
    assertThat(with.err()).doesNotContain("each loop ends before the program continues");
  }

  private static String source() throws IOException {
    try (InputStream in = OtherAgentsIT.class.getResourceAsStream("/oddities/Observed.java")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
