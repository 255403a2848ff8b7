package dev.slipstream.compiler.normalisation.inlining;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

class ThrowingMethodsTest {
  private static MethodInsnNode call(Class<?> owner, Method method) {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC,
        Type.getInternalName(owner),
        method.getName(),
        Type.getMethodDescriptor(method));
  }

  @Test
  void everyMethodOfMathThatThrowsIsKnown() {
    List<Method> throwing =
        Arrays.stream(Math.class.getMethods())
            .filter(m -> m.getName().endsWith("Exact") || m.getName().equals("clamp"))
            .toList();
    assertThat(throwing).hasSizeGreaterThan(10);
    assertThat(throwing)
        .allSatisfy(
            method -> {
              assertThat(ThrowingMethods.isOne(call(Math.class, method))).isTrue();
              assertThat(ThrowingMethods.isOne(call(StrictMath.class, method))).isTrue();
            });
  }

  @Test
  void theProductOfLongsIsComputedWithoutDivision() throws Exception {
    Method product = Math.class.getMethod("multiplyExact", long.class, long.class);
    assertThat(ThrowingMethods.inOtherForm(call(Math.class, product)).orElseThrow().instructions)
        .extracting(AbstractInsnNode::getOpcode)
        .contains(Opcodes.LMUL, Opcodes.ATHROW)
        .doesNotContain(Opcodes.LDIV);
    Method ofInts = Math.class.getMethod("multiplyExact", int.class, int.class);
    assertThat(ThrowingMethods.inOtherForm(call(Math.class, ofInts))).isEmpty();
  }

  @Test
  void othersAreNone() throws Exception {
    assertThat(ThrowingMethods.isOne(call(Math.class, Math.class.getMethod("sin", double.class))))
        .isFalse();
    Method sameName = Math.class.getMethod("addExact", int.class, int.class);
    assertThat(ThrowingMethods.isOne(call(String.class, sameName))).isFalse();
  }
}
