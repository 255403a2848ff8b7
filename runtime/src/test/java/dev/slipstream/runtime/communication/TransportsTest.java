package dev.slipstream.runtime.communication;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TransportsTest {
  @Test
  void withoutATransportSeveralNodesCannotRun() {
    assertThatThrownBy(() -> Transports.find(ClassLoader.getPlatformClassLoader()))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("need a transport, and there is none");
  }
}
