package dev.slipstream.compiler.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntrinsicsTest {
  @Test
  void exactMethodsOverNumbersAreKept() {
    assertThat(Intrinsics.isKept("java/lang/Math", "floorMod", "(II)I")).isTrue();
    assertThat(Intrinsics.isKept("java/lang/StrictMath", "sqrt", "(D)D")).isTrue();
    assertThat(Intrinsics.isKept("java/lang/Long", "bitCount", "(J)I")).isTrue();
  }

  @Test
  void inexactOnesAndThoseOverObjectsAreNot() {
    assertThat(Intrinsics.isKept("java/lang/Math", "sin", "(D)D")).isFalse();
    assertThat(Intrinsics.isKept("java/lang/Double", "isNaN", "()Z")).as("of a box").isFalse();
    assertThat(Intrinsics.isKept("java/lang/Integer", "compare", "(Ljava/lang/Integer;)I"))
        .isFalse();
    assertThat(Intrinsics.isKept("program/Math", "abs", "(I)I")).isFalse();
  }

  @Test
  void methodsThatDivideAreKnown() {
    assertThat(Intrinsics.divides("java/lang/Math", "ceilMod")).isTrue();
    assertThat(Intrinsics.divides("java/lang/Integer", "remainderUnsigned")).isTrue();
    assertThat(Intrinsics.divides("java/lang/Integer", "floorMod")).isFalse();
    assertThat(Intrinsics.divides("java/lang/Math", "multiplyHigh")).isFalse();
  }
}
