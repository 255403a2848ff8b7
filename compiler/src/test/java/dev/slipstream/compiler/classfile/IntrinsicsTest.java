package dev.slipstream.compiler.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.emulation.math.Root;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

class IntrinsicsTest {
  private static MethodInsnNode call(String owner, String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor);
  }

  @Test
  void exactFunctionsOfNumbersAreKept() {
    assertThat(Intrinsics.isKept(call("java/lang/Math", "floorMod", "(II)I"))).isTrue();
    assertThat(Intrinsics.isKept(call("java/lang/StrictMath", "sqrt", "(D)D"))).isTrue();
    assertThat(Intrinsics.isKept(call("java/lang/Long", "bitCount", "(J)I"))).isTrue();
  }

  @Test
  void inexactFunctionsMethodsOfObjectsAndThoseOfOthersAreNotKept() {
    assertThat(Intrinsics.isKept(call("java/lang/Math", "sin", "(D)D"))).isFalse();
    assertThat(Intrinsics.isKept(call("java/lang/Double", "isNaN", "()Z")))
        .as("of a box")
        .isFalse();
    assertThat(Intrinsics.isKept(call("java/lang/Integer", "compare", "(Ljava/lang/Integer;)I")))
        .isFalse();
    assertThat(Intrinsics.isKept(call("program/Math", "abs", "(I)I"))).isFalse();
  }

  @Test
  void whatThrowsIsNotKeptButHasAnOpenClForm() {
    assertThat(Intrinsics.isKept(call("java/lang/Math", "clamp", "(JII)I"))).isFalse();
    assertThat(Intrinsics.openClFunction(call("java/lang/Math", "clamp", "(JII)I")))
        .contains("slip_clamp_li");
  }

  @Test
  void theTypeOfAFunctionOfOpenClIsThatOfTheMethod() {
    assertThat(Intrinsics.openClFunction(call("java/lang/StrictMath", "max", "(JJ)J")))
        .contains("slip_max_l");
    assertThat(Intrinsics.openClFunction(call("java/lang/Double", "sum", "(DD)D")))
        .contains("slip_sum_d");
    assertThat(Intrinsics.openClFunction(call("java/lang/Math", "sin", "(D)D"))).isEmpty();
  }

  @Test
  void thoseThatDivideThrowWhereTheLastArgumentIsZero() {
    assertThat(Intrinsics.divides(call("java/lang/Math", "ceilMod", "(II)I"))).isTrue();
    assertThat(Intrinsics.divides(call("java/lang/Integer", "remainderUnsigned", "(II)I")))
        .isTrue();
    assertThat(Intrinsics.divides(call("java/lang/Integer", "floorMod", "(II)I"))).isFalse();
    assertThat(Intrinsics.divides(call("java/lang/Math", "multiplyHigh", "(JJ)J"))).isFalse();
  }

  @Test
  void everyEmulationIsAPublicMethodWithTheParametersOfTheFunction() {
    for (Class<?> owner : List.of(Math.class, StrictMath.class)) {
      for (Method method : owner.getMethods()) {
        String descriptor = Type.getMethodDescriptor(method);
        Intrinsics.emulation(call(Type.getInternalName(owner), method.getName(), descriptor))
            .ifPresent(
                emulation ->
                    assertThat(descriptors(emulation))
                        .as("public methods %s of %s", emulation.name(), emulation.owner())
                        .contains(descriptor));
      }
    }
  }

  /** The descriptors of the public methods that an emulation may be. */
  private static List<String> descriptors(Intrinsics.Emulation emulation) {
    try {
      Class<?> owner = Class.forName(Root.class.getPackageName() + "." + emulation.owner());
      return Arrays.stream(owner.getMethods())
          .filter(method -> method.getName().equals(emulation.name()))
          .map(Type::getMethodDescriptor)
          .toList();
    } catch (ClassNotFoundException e) {
      throw new AssertionError("the table of Intrinsics names no class of emulation.math", e);
    }
  }

  @Test
  void theNoteNamesTheDocumentedBound() {
    assertThat(note("java/lang/Math", "sin", "(D)D")).isEqualTo("Math.sin ≤ 1 ulp");
    assertThat(note("java/lang/Math", "atan2", "(DD)D")).isEqualTo("Math.atan2 ≤ 2 ulp");
    assertThat(note("java/lang/StrictMath", "sin", "(D)D")).isEqualTo("StrictMath.sin exact");
  }

  private static String note(String owner, String name, String descriptor) {
    return Intrinsics.emulation(call(owner, name, descriptor)).orElseThrow().note();
  }

  @Test
  void otherClassesAndOtherDescriptorsAreNotEmulated() {
    assertThat(Intrinsics.emulation(call("com/acme/Math", "sin", "(D)D"))).isEmpty();
    assertThat(Intrinsics.emulation(call("java/lang/Math", "sin", "(F)F"))).isEmpty();
    assertThat(Intrinsics.emulation(call("java/lang/Math", "sqrt", "(D)D"))).isEmpty();
  }
}
