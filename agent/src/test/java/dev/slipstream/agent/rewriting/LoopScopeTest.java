package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopScopeTest {
  private final ClassLoader agentLoader = new ClassLoader() {};
  private final ClassLoader program = LoopScopeTest.class.getClassLoader();
  private final LoopScope scope = new LoopScope(agentLoader);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Main",
        "com/acme/Solver",
        "javax/annotation/Own",
        "javafx/Scene",
        "sunny/Day",
        "dev/slipstreamer/Other",
        "dev/slipstream/demo/Heat",
        "uk/ac/manchester/tornado/examples/VectorAddInt",
        "uk/ac/manchester/other/Tornado"
      })
  void classesOfTheProgramAreScanned(String name) {
    assertThat(scope.includes(program, name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java/util/Own",
        "sun/misc/Own",
        "jdk/internal/Own",
        "com/sun/proxy/$Proxy1",
        "dev/slipstream/runtime/SlipstreamRuntime",
        "dev/slipstream/api/Parallel",
        "uk/ac/manchester/tornado/api/types/arrays/FloatArray",
        "uk/ac/manchester/tornado/runtime/tasks/TornadoTaskGraph"
      })
  void classesOfTheJdkOfTheAgentAndOfTornadoVmAreNot(String name) {
    assertThat(scope.includes(program, name)).isFalse();
  }

  @Test
  void classesOfTheJdksLoadersAndOfTheAgentsLoaderAreNot() {
    assertThat(scope.includes(null, "com/acme/Solver")).isFalse();
    assertThat(scope.includes(ClassLoader.getPlatformClassLoader(), "com/acme/Solver")).isFalse();
    assertThat(scope.includes(agentLoader, "org/lwjgl/Version")).isFalse();
    assertThat(scope.includes(program, null)).isFalse();
  }
}
