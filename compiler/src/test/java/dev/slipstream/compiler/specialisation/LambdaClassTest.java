package dev.slipstream.compiler.specialisation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicVerifier;

class LambdaClassTest {
  private final JavaObjects objects = new JavaObjects(type -> {});

  private static final class Adder implements IntUnaryOperator {
    @Override
    public int applyAsInt(int x) {
      return x + 1;
    }
  }

  @Test
  void onlyClassesThatTheJdkMakesOfLambdasAreTakenForThem() {
    int captured = System.identityHashCode(this);
    IntUnaryOperator lambda = x -> x + captured;
    IntBinaryOperator reference = Math::max;
    assertThat(LambdaClass.isLambda(lambda.getClass())).isTrue();
    assertThat(LambdaClass.isLambda(reference.getClass())).isTrue();
    assertThat(LambdaClass.isLambda(Adder.class)).isFalse();
    assertThat(LambdaClass.isLambda(int[].class)).isFalse();
  }

  @Test
  void whatALambdaRunsIsNamed() {
    IntBinaryOperator reference = Math::max;
    assertThat(LambdaClass.target(reference.getClass(), objects)).contains("Math.max");
  }

  @Test
  void itsClassFilePassesWhatWasCapturedAndThenTheArguments() throws Exception {
    int captured = System.identityHashCode(this);
    IntUnaryOperator lambda = x -> x + captured;
    ClassNode file = new ClassNode();
    new ClassReader(LambdaClass.file(lambda.getClass(), objects).orElseThrow()).accept(file, 0);
    assertThat(file.interfaces).containsExactly("java/util/function/IntUnaryOperator");
    assertThat(file.fields).extracting(field -> field.name).containsExactly("arg$1");
    MethodNode method =
        file.methods.stream().filter(m -> m.name.equals("applyAsInt")).findFirst().orElseThrow();
    new Analyzer<>(new BasicVerifier()).analyze(file.name, method);
    MethodInsnNode call = null;
    for (var node : method.instructions) {
      if (node instanceof MethodInsnNode only) {
        assertThat(call).as("only one call").isNull();
        call = only;
      }
    }
    assertThat(call).isNotNull();
    assertThat(call.getOpcode()).isEqualTo(Opcodes.INVOKESTATIC);
    assertThat(call.owner).isEqualTo(LambdaClassTest.class.getName().replace('.', '/'));
    assertThat(call.desc).isEqualTo("(II)I");
  }
}
