package dev.slipstream.compiler.normalisation.inlining;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
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
  void everyMethodOfMathThatThrowsHasAFormOfOurOwn() {
    List<Method> throwing =
        Arrays.stream(Math.class.getMethods())
            .filter(m -> m.getName().endsWith("Exact") || m.getName().equals("clamp"))
            .toList();
    assertThat(throwing).hasSizeGreaterThan(10);
    assertThat(throwing)
        .allSatisfy(
            method -> {
              assertThat(ThrowingMethods.find(call(Math.class, method))).isPresent();
              assertThat(ThrowingMethods.find(call(StrictMath.class, method))).isPresent();
            });
  }

  @Test
  void thoseOfNewerJdksHaveOneToo() {
    MethodInsnNode clamp =
        new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/Math", "clamp", "(JII)I");
    assertThat(ThrowingMethods.find(clamp)).isPresent();
  }

  @Test
  void othersHaveNone() throws Exception {
    assertThat(ThrowingMethods.find(call(Math.class, Math.class.getMethod("sin", double.class))))
        .isEmpty();
    Method sameName = Math.class.getMethod("addExact", int.class, int.class);
    assertThat(ThrowingMethods.find(call(String.class, sameName))).isEmpty();
  }
}
