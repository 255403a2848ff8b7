package dev.slipstream.tornado.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReflectedTest {
  @Test
  void messagesAreOneLineWithoutStackTracesAndWithoutTheVerifiersBytecode() {
    assertThat(Reflected.oneLine("no memory\n  on the device\nStacktrace:\n at a.B.c"))
        .isEqualTo("no memory · on the device");
    assertThat(Reflected.oneLine("Bad local variable type\nException Details:\n  Location:"))
        .isEqualTo("Bad local variable type");
  }
}
