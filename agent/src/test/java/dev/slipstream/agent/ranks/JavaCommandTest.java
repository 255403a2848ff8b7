package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.RankLoss;
import dev.slipstream.runtime.configuration.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {
  private static final Path JAR = Path.of("/a/agent.jar");

  @TempDir private Path folder;

  private static JavaCommand command(String command) {
    return new JavaCommand(List.of(command.split(" ")));
  }

  private static Settings settings(String command) {
    return command(command).settings(Map.of(), JAR);
  }

  @Test
  void theOptionsOfTheAgentAreReadAsTheProgramWillReadThem() {
    Settings settings =
        settings(
            "java -cp x -Dslipstream.peerTimeout=3 -javaagent:/a/slipstream-agent.jar=enabled=false"
                + " -Dslipstream.onRankLoss=abort -jar p.jar");
    assertThat(settings.enabled()).isFalse();
    assertThat(settings.cluster().peerTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.cluster().onRankLoss()).isEqualTo(RankLoss.ABORT);
  }

  @Test
  void argumentsOfTheProgramAreNoOptions() {
    for (String program : List.of("-jar p.jar", "Main", "-m a/b.C", "-cp x Main", "@file Main")) {
      assertThat(settings("java " + program + " -Dslipstream.enabled=false").enabled())
          .as(program)
          .isTrue();
    }
  }

  @Test
  void theEnvironmentCountsToo() {
    Settings settings = command("java Main").settings(Map.of("SLIPSTREAM_PEER_TIMEOUT", "4"), JAR);
    assertThat(settings.cluster().peerTimeout()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void theAgentIsAddedToAJavaCommandThatLacksIt() throws Exception {
    for (String rest :
        List.of(
            " Main -javaagent:/a/slipstream-agent.jar",
            " -cp -javaagent:/a/slipstream-agent.jar Main",
            " -javaagent:/slipstream/other.jar -jar p.jar",
            " @missing Main")) {
      for (String java : List.of("java", "/jdk/bin/java")) {
        assertThat(command(java + rest).withAgent(JAR, Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g")))
            .isEqualTo(command(java + " -javaagent:/a/agent.jar" + rest));
      }
    }
  }

  @Test
  void aCommandThatHasTheAgentStaysAsItIs() throws Exception {
    Path renamed = Files.createFile(folder.resolve("renamed.jar"));
    Path arguments =
        Files.writeString(folder.resolve("arguments"), "-Xmx1g\n\"-javaagent:" + renamed + "\"");
    for (String words :
        List.of(
            "java -Xmx1g -javaagent:/a/slipstream-agent-0.1.0.jar=device=cpu Main",
            "java -javaagent:" + renamed + "=device=cpu Main",
            "java @" + arguments + " Main",
            "./start -javaagent:" + renamed + " Main")) {
      assertThat(command(words).withAgent(renamed, Map.of())).isEqualTo(command(words));
    }
    for (String words : List.of("java Main", "./start")) {
      Map<String, String> variables = Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -javaagent:" + renamed);
      assertThat(command(words).withAgent(renamed, variables)).isEqualTo(command(words));
    }
  }

  @Test
  void theArgumentOfARenamedAgentIsRead() throws Exception {
    Path renamed = Files.createFile(folder.resolve("renamed.jar"));
    Settings settings =
        command("java -javaagent:" + renamed + "=enabled=false Main").settings(Map.of(), renamed);
    assertThat(settings.enabled()).isFalse();
  }

  @Test
  void otherCommandsCannotGetTheAgent() {
    assertThatThrownBy(() -> command("./start.sh Main").withAgent(JAR, Map.of()))
        .isInstanceOf(LaunchException.class)
        .hasMessageContainingAll(
            "'./start.sh' is no java command", "JAVA_TOOL_OPTIONS=-javaagent:/a/agent.jar");
  }
}
