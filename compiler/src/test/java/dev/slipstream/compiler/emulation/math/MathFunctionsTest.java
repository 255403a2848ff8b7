package dev.slipstream.compiler.emulation.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

class MathFunctionsTest {
  private static final Set<String> INEXACT =
      Set.of(
          "sin",
          "cos",
          "tan",
          "asin",
          "acos",
          "atan",
          "atan2",
          "exp",
          "expm1",
          "log",
          "log10",
          "log1p",
          "pow",
          "cbrt",
          "hypot",
          "sinh",
          "cosh",
          "tanh",
          "IEEEremainder");

  @Test
  void exactlyTheInexactFunctionsOfMathAndStrictMathHaveAStandIn() {
    for (Class<?> owner : List.of(Math.class, StrictMath.class)) {
      Set<String> found = new TreeSet<>();
      for (Method method : owner.getMethods()) {
        if (MathFunctions.find(
                Type.getInternalName(owner), method.getName(), Type.getMethodDescriptor(method))
            .isPresent()) {
          found.add(method.getName());
        }
      }
      assertThat(found).isEqualTo(new TreeSet<>(INEXACT));
    }
  }

  @Test
  void everyStandInIsAMethodThatExists() throws ReflectiveOperationException {
    for (String name : INEXACT) {
      String descriptor =
          Set.of("atan2", "pow", "hypot", "IEEEremainder").contains(name) ? "(DD)D" : "(D)D";
      MathFunctions.Target target =
          MathFunctions.find("java/lang/Math", name, descriptor).orElseThrow();
      Class<?> owner = Class.forName(target.owner().replace('/', '.'));
      List<Class<?>> parameters = new ArrayList<>();
      for (Type parameter : Type.getArgumentTypes(target.descriptor())) {
        assertThat(parameter).isEqualTo(Type.DOUBLE_TYPE);
        parameters.add(double.class);
      }
      Method method = owner.getMethod(target.name(), parameters.toArray(new Class<?>[0]));
      assertThat(Type.getMethodDescriptor(method)).isEqualTo(descriptor);
    }
  }

  @Test
  void theNoteNamesTheDocumentedBound() {
    assertThat(MathFunctions.find("java/lang/Math", "sin", "(D)D"))
        .hasValueSatisfying(target -> assertThat(target.note()).isEqualTo("Math.sin ≤ 1 ulp"));
    assertThat(MathFunctions.find("java/lang/Math", "atan2", "(DD)D"))
        .hasValueSatisfying(target -> assertThat(target.note()).isEqualTo("Math.atan2 ≤ 2 ulp"));
    assertThat(MathFunctions.find("java/lang/StrictMath", "sin", "(D)D"))
        .hasValueSatisfying(target -> assertThat(target.note()).isEqualTo("StrictMath.sin exact"));
  }

  @Test
  void otherClassesAndOtherDescriptorsHaveNone() {
    assertThat(MathFunctions.find("com/acme/Math", "sin", "(D)D")).isEmpty();
    assertThat(MathFunctions.find("java/lang/Math", "sin", "(F)F")).isEmpty();
    assertThat(MathFunctions.find("java/lang/Math", "sqrt", "(D)D")).isEmpty();
  }
}
