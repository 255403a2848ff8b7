package dev.slipstream.compiler.emulation.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.classfile.Intrinsics;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

class KernelMathTest {
  private static final long SEED = 0x5eed_0f_fd11b3L;
  private static final int COUNT = 1_000_000;

  record Unary(String name, DoubleUnaryOperator kernel, DoubleUnaryOperator reference) {
    @Override
    public String toString() {
      return name;
    }
  }

  record Binary(String name, DoubleBinaryOperator kernel, DoubleBinaryOperator reference) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Unary> unaryFunctions() {
    return List.of(
        new Unary("sin", Trigonometric::sin, StrictMath::sin),
        new Unary("cos", Trigonometric::cos, StrictMath::cos),
        new Unary("tan", Trigonometric::tan, StrictMath::tan),
        new Unary("asin", InverseTrigonometric::asin, StrictMath::asin),
        new Unary("acos", InverseTrigonometric::acos, StrictMath::acos),
        new Unary("atan", InverseTrigonometric::atan, StrictMath::atan),
        new Unary("exp", Exponential::exp, StrictMath::exp),
        new Unary("expm1", Exponential::expm1, StrictMath::expm1),
        new Unary("log", Logarithm::log, StrictMath::log),
        new Unary("log10", Logarithm::log10, StrictMath::log10),
        new Unary("log1p", Logarithm::log1p, StrictMath::log1p),
        new Unary("cbrt", Root::cbrt, StrictMath::cbrt),
        new Unary("sinh", Hyperbolic::sinh, StrictMath::sinh),
        new Unary("cosh", Hyperbolic::cosh, StrictMath::cosh),
        new Unary("tanh", Hyperbolic::tanh, StrictMath::tanh));
  }

  static List<Binary> binaryFunctions() {
    return List.of(
        new Binary("atan2", InverseTrigonometric::atan2, StrictMath::atan2),
        new Binary("pow", Power::pow, StrictMath::pow),
        new Binary("hypot", Root::hypot, StrictMath::hypot),
        new Binary("IEEEremainder", Remainder::ieeeRemainder, StrictMath::IEEEremainder),
        new Binary("%", Remainder::remainderDouble, (x, y) -> x % y));
  }

  @Test
  void everyEmulatedFunctionIsComparedWithStrictMathHere() {
    Assumptions.assumeTrue(
        Runtime.version().feature() == 17,
        "this class, compiled for JDK 17, cannot name functions of newer JDKs, which"
            + " LibraryMethodsTest compares");
    assertThat(
            Stream.concat(
                unaryFunctions().stream().map(Unary::name),
                binaryFunctions().stream().map(Binary::name).filter(name -> !name.equals("%"))))
        .as("the names in unaryFunctions() and binaryFunctions(), and those in Intrinsics")
        .containsExactlyInAnyOrderElementsOf(emulatedNames());
  }

  private static Set<String> emulatedNames() {
    return Arrays.stream(StrictMath.class.getMethods())
        .filter(
            method ->
                Intrinsics.emulation(
                        new MethodInsnNode(
                            Opcodes.INVOKESTATIC,
                            Type.getInternalName(StrictMath.class),
                            method.getName(),
                            Type.getMethodDescriptor(method)))
                    .isPresent())
        .map(Method::getName)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("unaryFunctions")
  void aFunctionEqualsStrictMathAtSpecialArguments(Unary function) {
    for (double x : MathArguments.special()) {
      check(function, x);
    }
    for (double x : MathArguments.fewSpecial()) {
      check(function, x);
    }
  }

  @ParameterizedTest
  @MethodSource("unaryFunctions")
  void aFunctionEqualsStrictMathAtRandomArguments(Unary function) {
    System.out.println(function + ": seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < COUNT; i++) {
      check(function, MathArguments.random(random, i));
    }
  }

  @ParameterizedTest
  @MethodSource("binaryFunctions")
  void aFunctionOfTwoEqualsStrictMathAtSpecialArguments(Binary function) {
    double[] arguments = MathArguments.fewSpecial();
    for (double x : arguments) {
      for (double y : arguments) {
        check(function, x, y);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("binaryFunctions")
  void aFunctionOfTwoEqualsStrictMathAtRandomArguments(Binary function) {
    System.out.println(function + ": seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < COUNT; i++) {
      // Every pair of distributions; each eighth time two arguments close to each other.
      double x = MathArguments.random(random, i);
      double y = MathArguments.random(random, i / 6);
      check(function, x, i % 8 == 0 ? x * (random.nextDouble() + 0.5) : y);
    }
  }

  /** The arguments on the borders between the ranges for which fdlibm uses different formulas. */
  @Test
  void logarithmsOnTheBordersOfTheirRangesAreThoseOfStrictMath() {
    for (int bits : new int[] {0x4835c28c, 0x3830a3d2, 0x4535c28e, 0x3f30a3d3, 0x16b5c28a}) {
      double x = Float.intBitsToFloat(bits);
      assertThat(Logarithm.log(x)).isEqualTo(StrictMath.log(x));
      assertThat(Logarithm.log10(x)).isEqualTo(StrictMath.log10(x));
    }
    for (int high : new int[] {0x3ff6147a, 0x3ff6b851, 0x3ff6a09e, 0x3ff6a09d}) {
      for (long low : new long[] {0, 1, 0x7fffffffL, 0xffffffffL}) {
        double x = Double.longBitsToDouble((long) high << 32 | low);
        assertThat(Logarithm.log(x)).isEqualTo(StrictMath.log(x));
      }
    }
  }

  @Test
  void powersOfModestSizeEqualStrictMath() {
    System.out.println("seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    Binary pow = new Binary("pow", Power::pow, StrictMath::pow);
    for (int i = 0; i < COUNT; i++) {
      double base = Math.scalb(1 + random.nextDouble(), random.nextInt(-8, 9));
      check(pow, base, (random.nextDouble() * 2 - 1) * 120);
      check(pow, -base, random.nextInt(-120, 121));
      check(pow, 1 + (random.nextDouble() - 0.5) * 0x1p-20, random.nextDouble() * 0x1p36);
    }
  }

  @Test
  void hypotenusesOfSubnormalNumbersEqualStrictMath() {
    System.out.println("seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    Binary hypot = new Binary("hypot", Root::hypot, StrictMath::hypot);
    for (int i = 0; i < 100_000; i++) {
      double x = Double.longBitsToDouble(random.nextLong() >>> random.nextInt(8, 60));
      double y = Double.longBitsToDouble(random.nextLong() >>> random.nextInt(8, 60));
      check(hypot, x, y);
    }
  }

  @Test
  void theFunctionsOfLargeAnglesEqualStrictMathAtEveryExponent() {
    System.out.println("seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (Unary function : unaryFunctions().subList(0, 3)) {
      for (int exponent = 19; exponent <= 1023; exponent++) {
        for (int i = 0; i < 200; i++) {
          check(function, Math.scalb(1 + random.nextDouble(), exponent));
        }
      }
    }
  }

  @Test
  void theFunctionsOfAnglesNextToMultiplesOfAQuarterTurnEqualStrictMath() {
    for (Unary function : unaryFunctions().subList(0, 3)) {
      for (int n = 1; n < 40; n++) {
        double x = n * (Math.PI / 2);
        long bits = Double.doubleToRawLongBits(x);
        for (int step = -2000; step <= 2000; step++) {
          check(function, Double.longBitsToDouble(bits + step));
          check(function, Double.longBitsToDouble(bits + step * 100_003L));
        }
      }
    }
  }

  @Test
  void theRemainderOfFloatsEqualsJava() {
    System.out.println("seed " + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (double x : MathArguments.fewSpecial()) {
      for (double y : MathArguments.fewSpecial()) {
        checkFloats((float) x, (float) y);
      }
    }
    for (int i = 0; i < COUNT; i++) {
      checkFloats(Float.intBitsToFloat(random.nextInt()), Float.intBitsToFloat(random.nextInt()));
      checkFloats((float) MathArguments.random(random, i), random.nextInt(1, 1000) / 7f);
    }
  }

  private static void checkFloats(float x, float y) {
    float actual = Remainder.remainderFloat(x, y);
    float expected = x % y;
    if (Float.floatToIntBits(actual) != Float.floatToIntBits(expected)) {
      assertThat(actual).as("%s %% %s", x, y).isEqualTo(expected);
    }
  }

  private static void check(Unary function, double x) {
    double actual = function.kernel().applyAsDouble(x);
    double expected = function.reference().applyAsDouble(x);
    if (Double.doubleToLongBits(actual) != Double.doubleToLongBits(expected)) {
      assertThat(Double.toHexString(actual))
          .as("%s(%s)", function, Double.toHexString(x))
          .isEqualTo(Double.toHexString(expected));
    }
  }

  private static void check(Binary function, double x, double y) {
    double actual = function.kernel().applyAsDouble(x, y);
    double expected = function.reference().applyAsDouble(x, y);
    if (Double.doubleToLongBits(actual) != Double.doubleToLongBits(expected)) {
      assertThat(Double.toHexString(actual))
          .as("%s(%s, %s)", function, Double.toHexString(x), Double.toHexString(y))
          .isEqualTo(Double.toHexString(expected));
    }
  }
}
