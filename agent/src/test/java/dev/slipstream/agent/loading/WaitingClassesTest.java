package dev.slipstream.agent.loading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingClassesTest {
  @Test
  void thisJdkHasAllOfThem() {
    assertThat(WaitingClasses.load()).isEmpty();
  }
}
