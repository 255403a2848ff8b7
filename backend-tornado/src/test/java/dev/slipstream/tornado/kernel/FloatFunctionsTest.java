package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Functions of doubles whose argument and result are floats. */
class FloatFunctionsTest {
  private static final String KERNEL = "Kernel";

  /** A call of a function of doubles, with an instruction before and one after it. */
  private static InsnList call(int before, String name, int after) {
    InsnList code = new InsnList();
    code.add(new InsnNode(before));
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, KERNEL, "KernelMath_" + name, "(D)D", false));
    code.add(new InsnNode(after));
    return code;
  }

  private static List<String> called(InsnList code, boolean fastMath) {
    FloatFunctions.in(code, KERNEL, fastMath);
    return StreamSupport.stream(code.spliterator(), false)
        .map(node -> node instanceof MethodInsnNode m ? m.owner + "." + m.name + m.desc : "other")
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sin", "cos", "tan"})
  void functionsOfAnglesAreThoseOfFloats(String name) {
    assertThat(called(call(Opcodes.F2D, name, Opcodes.D2F), /* fastMath= */ false))
        .containsExactly("dev/slipstream/tornado/emulation/FloatAngles." + name + "(F)F");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exp", "log"})
  void exponentialsAndLogarithmsAreThoseOfFloats(String name) {
    assertThat(called(call(Opcodes.F2D, name, Opcodes.D2F), /* fastMath= */ false))
        .containsExactly(
            "dev/slipstream/tornado/emulation/FloatFunctionEmulation." + name + "(F)F");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sin", "cos", "exp", "log"})
  void withFastMathTheyAreTornadoVms(String name) {
    assertThat(called(call(Opcodes.F2D, name, Opcodes.D2F), /* fastMath= */ true))
        .containsExactly("uk/ac/manchester/tornado/api/math/TornadoMath." + name + "(F)F");
  }

  @Test
  void theTangentIsTheSameWithFastMath() {
    assertThat(called(call(Opcodes.F2D, "tan", Opcodes.D2F), /* fastMath= */ true))
        .containsExactly("dev/slipstream/tornado/emulation/FloatAngles.tan(F)F");
  }

  @Test
  void functionsOfDoublesAndThoseWhoseResultsStayDoublesAreLeftAlone() {
    assertThat(called(call(Opcodes.NOP, "sin", Opcodes.D2F), /* fastMath= */ false))
        .containsExactly("other", "Kernel.KernelMath_sin(D)D", "other");
    assertThat(called(call(Opcodes.F2D, "sin", Opcodes.DADD), /* fastMath= */ false))
        .containsExactly("other", "Kernel.KernelMath_sin(D)D", "other");
  }
}
