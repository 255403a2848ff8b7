package dev.slipstream.agent.premain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.RefusingInstrumentation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class InstallationTest {
  @Test
  void anAgentThatIsSwitchedOffTouchesNothing() throws Exception {
    RefusingInstrumentation jvm = new RefusingInstrumentation();

    Installation.install("enabled=false", jvm.instrumentation(), Path.of("no.jar"), false);

    assertThat(jvm.calls()).isEmpty();
  }
}
