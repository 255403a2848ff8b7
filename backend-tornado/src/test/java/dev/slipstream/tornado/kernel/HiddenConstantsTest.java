package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/** Constants that a compiler must not know. */
class HiddenConstantsTest {
  private static final int ZERO = 3;

  @Test
  void numbersOfWhichTheCompilerCouldMakeInfinitiesGetAZeroThatItDoesNotKnow() {
    for (Object extreme : List.of(1e308, -1e200, 1e-310, Double.MIN_VALUE)) {
      assertThat(HiddenConstants.extreme(extreme, ZERO).toArray())
          .extracting(node -> node.getOpcode())
          .containsExactly(Opcodes.ILOAD, Opcodes.I2D, Opcodes.DADD);
    }
    for (Object extreme : List.of(3e38f, -1e10f, 1e-40f)) {
      assertThat(HiddenConstants.extreme(extreme, ZERO).toArray())
          .extracting(node -> node.getOpcode())
          .containsExactly(Opcodes.ILOAD, Opcodes.I2F, Opcodes.FADD);
    }
  }

  @Test
  void allOthersStayAsTheyAre() {
    for (Object usual : List.of(0.0, -0.0, 1e-9, 1e20, 0f, -0f, 1e6f, 7, 7L, "text")) {
      assertThat(HiddenConstants.extreme(usual, ZERO).size()).isZero();
    }
  }
}
