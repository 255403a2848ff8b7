package dev.slipstream.agent.premain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.RefusingInstrumentation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstallationTest {
  @Test
  void anAgentThatIsSwitchedOffTouchesNothing() throws Exception {
    RefusingInstrumentation jvm = new RefusingInstrumentation();

    new Installation()
        .accept(
            Map.of(Installation.ARGUMENTS, "enabled=false", Installation.JAR, "no.jar"),
            jvm.instrumentation());

    assertThat(jvm.calls()).isEmpty();
  }
}
