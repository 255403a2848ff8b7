package dev.slipstream.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.RefusingInstrumentation;
import org.junit.jupiter.api.Test;

class BootAccessTest {
  private final RefusingInstrumentation jvm = new RefusingInstrumentation();
  private final BootAccess access = new BootAccess(jvm.instrumentation());

  @Test
  void aLoaderThatHidesTheBootClassesIsNamedAsAnObstacle() {
    ClassLoader hiding = new ClassLoader("hiding", null) {};

    assertThat(access.grant(hiding.getUnnamedModule(), hiding))
        .hasValue("the class loader 'hiding' hides the agent's boot classes");
  }

  @Test
  void classesWithoutAModuleThatSeeTheBootClassesNeedNothing() {
    ClassLoader seeing = BootAccessTest.class.getClassLoader();

    assertThat(access.grant(seeing.getUnnamedModule(), seeing)).isEmpty();
    assertThat(jvm.calls()).isEmpty();
  }
}
