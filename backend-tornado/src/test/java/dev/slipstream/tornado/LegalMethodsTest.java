package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.emulation.math.Exponential;
import dev.slipstream.compiler.emulation.math.Logarithm;
import dev.slipstream.compiler.emulation.math.Trigonometric;
import dev.slipstream.tornado.emulation.DoubleBitsEmulation;
import dev.slipstream.tornado.emulation.DoubleEmulation;
import dev.slipstream.tornado.emulation.FloatAngles;
import dev.slipstream.tornado.emulation.FloatEmulation;
import dev.slipstream.tornado.emulation.FloatFunctionEmulation;
import dev.slipstream.tornado.emulation.IntegerEmulation;
import dev.slipstream.tornado.emulation.LongEmulation;
import dev.slipstream.tornado.emulation.MathEmulation;
import dev.slipstream.tornado.emulation.OperatorEmulation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Replacements of the JDK's methods in kernels have the same results, bit by bit. */
class LegalMethodsTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 1);
  private static final int RANDOM_VALUES = 3000;

  private final Random random = new Random(SEED);

  @Test
  void eachMethodHasTheResultsOfTheJdkMethodOfItsName() throws Exception {
    System.out.println("seed " + SEED);
    int compared = compare(MathEmulation.class, Math.class);
    compared += compare(IntegerEmulation.class, Integer.class);
    compared += compare(LongEmulation.class, Long.class);
    compared += compare(FloatEmulation.class, Float.class);
    compared += compare(DoubleEmulation.class, Double.class);
    assertThat(compared).isGreaterThan(80);
  }

  @Test
  void functionsOfFloatsHaveTheRoundedResultsOfThoseOfDoubles() {
    for (int k = 0; k < 2_000_000; k++) {
      assertFunctions(Float.intBitsToFloat(random.nextInt()));
      // Within this range exp neither overflows nor underflows.
      assertFunctions(random.nextFloat() * 210 - 105);
    }
    // Their exponentials are next to the middle between two floats.
    for (float hard : new float[] {1.5199069E-5f, -0.0073525836f, -14.56709f}) {
      assertFunctions(hard);
    }
    // Powers of two and their neighbours, which are computed differently for doubles.
    for (int exponent = 0; exponent < 256; exponent++) {
      for (int near = -40; near <= 40; near++) {
        assertFunctions(Float.intBitsToFloat((exponent << 23) + near));
        assertFunctions(-Float.intBitsToFloat((exponent << 23) + near));
      }
    }
    for (double multiple = -150; multiple < 130; multiple += 0.5) {
      float middle = (float) (multiple * Math.log(2));
      assertFunctions(Math.nextDown(middle));
      assertFunctions(middle);
      assertFunctions(Math.nextUp(middle));
    }
  }

  @Test
  void sinesCosinesAndTangentsOfFloatsHaveTheRoundedResultsOfThoseOfDoubles() {
    for (int k = 0; k < 2_000_000; k++) {
      assertAngle(Float.intBitsToFloat(random.nextInt()));
      assertAngle((random.nextFloat() - 0.5f) * 200_000);
    }
    // One of the three functions is next to the middle between two floats, that of the last angle
    // next to 0.
    for (float hard :
        new float[] {
          0x1.119ae6p115f,
          0x1.20ffccp-7f,
          0x1.2b9622p67f,
          0x1.3170fp63f,
          0x1.33333p13f,
          0x1.411b04p63f,
          0x1.4555p51f,
          0x1.487e0cp103f,
          0x1.524856p80f,
          0x1.887814p51f,
          0x1.95f654p44f,
          0x1.96344ep117f,
          0x1.ca46bap44f,
          0x1.e072ecp67f,
          0x1.e35bc6p7f,
          0x1.b0e75cp59f,
          0x1.fa6748p64f,
          16367173 * 0x1p72f
        }) {
      assertAngle(hard);
      assertAngle(-hard);
    }
    // Powers of two; at some of them the computation uses other digits of 2/pi.
    for (int exponent = 0; exponent < 256; exponent++) {
      for (int near = -40; near <= 40; near++) {
        assertAngle(Float.intBitsToFloat((exponent << 23) + near));
        assertAngle(-Float.intBitsToFloat((exponent << 23) + near));
      }
    }
    for (double eighths = 0; eighths < 1 << 20; eighths++) {
      float middle = (float) (eighths * (Math.PI / 4));
      assertAngle(Math.nextDown(middle));
      assertAngle(middle);
      assertAngle(Math.nextUp(middle));
    }
  }

  private static void assertAngle(float x) {
    if (Float.floatToIntBits(FloatAngles.sin(x))
            != Float.floatToIntBits((float) Trigonometric.sin(x))
        || Float.floatToIntBits(FloatAngles.cos(x))
            != Float.floatToIntBits((float) Trigonometric.cos(x))
        || Float.floatToIntBits(FloatAngles.tan(x))
            != Float.floatToIntBits((float) Trigonometric.tan(x))) {
      throw new AssertionError(Float.toHexString(x));
    }
  }

  private static void assertFunctions(float x) {
    if (Float.floatToIntBits(FloatFunctionEmulation.exp(x))
            != Float.floatToIntBits((float) Exponential.exp(x))
        || Float.floatToIntBits(FloatFunctionEmulation.log(x))
            != Float.floatToIntBits((float) Logarithm.log(x))) {
      throw new AssertionError(Float.toHexString(x));
    }
  }

  private int compare(Class<?> own, Class<?> jdk) throws Exception {
    int compared = 0;
    for (Method method : own.getDeclaredMethods()) {
      if (!Modifier.isPublic(method.getModifiers())) {
        continue;
      }
      Method known = jdk.getMethod(method.getName(), method.getParameterTypes());
      for (int k = 0; k < RANDOM_VALUES; k++) {
        Object[] arguments = arguments(method, k);
        Object expected;
        try {
          expected = known.invoke(null, arguments);
        } catch (InvocationTargetException divided) {
          continue;
        }
        assertThat(bits(method.invoke(null, arguments)))
            .as("%s%s", method, List.of(arguments))
            .isEqualTo(bits(expected));
      }
      compared++;
    }
    return compared;
  }

  @Test
  void eachOperatorHasTheResultsOfItsInstruction() {
    for (int k = 0; k < 100_000; k++) {
      int a = integer(k);
      int b = integer(k / 7);
      long c = whole(k);
      long d = whole(k / 5);
      double x = real(k);
      float y = single(k);
      if (b != 0) {
        assertThat(OperatorEmulation.divide(a, b)).isEqualTo(a / b);
        assertThat(OperatorEmulation.remainder(a, b)).isEqualTo(a % b);
      }
      if (d != 0) {
        assertThat(OperatorEmulation.divide(c, d)).isEqualTo(c / d);
      }
      assertThat(OperatorEmulation.shiftRightUnsigned(a, b)).isEqualTo(a >>> b);
      assertThat(OperatorEmulation.shiftRightUnsigned(c, b)).isEqualTo(c >>> b);
      assertThat(OperatorEmulation.toByte(a)).isEqualTo((byte) a);
      assertThat(OperatorEmulation.toShort(a)).isEqualTo((short) a);
      assertThat(OperatorEmulation.toInt(x)).isEqualTo((int) x);
      assertThat(OperatorEmulation.toInt(y)).isEqualTo((int) y);
      assertThat(OperatorEmulation.toLong(x)).isEqualTo((long) x);
      assertThat(OperatorEmulation.toLong(y)).isEqualTo((long) y);
      assertThat(OperatorEmulation.compare(c, d)).isEqualTo(Long.compare(c, d));
      double z = real(k / 3);
      boolean unordered = x != x || z != z;
      int ordered = x < z ? -1 : x > z ? 1 : 0;
      assertThat(OperatorEmulation.compareLess(x, z)).isEqualTo(unordered ? -1 : ordered);
      assertThat(OperatorEmulation.compareGreater(x, z)).isEqualTo(unordered ? 1 : ordered);
    }
  }

  @Test
  void eachComparisonIsThatOfJava() {
    for (int k = 0; k < 100_000; k++) {
      double x = real(k);
      double z = k % 5 == 0 ? x : real(k / 3);
      float y = single(k);
      float w = k % 5 == 0 ? y : single(k / 3);
      assertThat(OperatorEmulation.less(x, z)).isEqualTo(x < z ? 1 : 0);
      assertThat(OperatorEmulation.notLess(x, z)).isEqualTo(x < z ? 0 : 1);
      assertThat(OperatorEmulation.more(x, z)).isEqualTo(x > z ? 1 : 0);
      assertThat(OperatorEmulation.notMore(x, z)).isEqualTo(x > z ? 0 : 1);
      assertThat(OperatorEmulation.equal(x, z)).isEqualTo(x == z ? 1 : 0);
      assertThat(OperatorEmulation.notEqual(x, z)).isEqualTo(x == z ? 0 : 1);
      assertThat(OperatorEmulation.lessOrEqual(x, z)).isEqualTo(x <= z ? 1 : 0);
      assertThat(OperatorEmulation.notLessOrEqual(x, z)).isEqualTo(x <= z ? 0 : 1);
      assertThat(OperatorEmulation.moreOrEqual(x, z)).isEqualTo(x >= z ? 1 : 0);
      assertThat(OperatorEmulation.notMoreOrEqual(x, z)).isEqualTo(x >= z ? 0 : 1);
      assertThat(OperatorEmulation.less(y, w)).isEqualTo(y < w ? 1 : 0);
      assertThat(OperatorEmulation.notLess(y, w)).isEqualTo(y < w ? 0 : 1);
      assertThat(OperatorEmulation.more(y, w)).isEqualTo(y > w ? 1 : 0);
      assertThat(OperatorEmulation.notMore(y, w)).isEqualTo(y > w ? 0 : 1);
      assertThat(OperatorEmulation.equal(y, w)).isEqualTo(y == w ? 1 : 0);
      assertThat(OperatorEmulation.notEqual(y, w)).isEqualTo(y == w ? 0 : 1);
      assertThat(OperatorEmulation.lessOrEqual(y, w)).isEqualTo(y <= w ? 1 : 0);
      assertThat(OperatorEmulation.notLessOrEqual(y, w)).isEqualTo(y <= w ? 0 : 1);
      assertThat(OperatorEmulation.moreOrEqual(y, w)).isEqualTo(y >= w ? 1 : 0);
      assertThat(OperatorEmulation.notMoreOrEqual(y, w)).isEqualTo(y >= w ? 0 : 1);
    }
  }

  @Test
  void wordsOfDoublesAreThoseOfTheirBits() {
    for (int k = 0; k < 200_000; k++) {
      double x = real(k);
      long bits = Double.doubleToRawLongBits(x);
      int word = k % 3 == 0 ? random.nextInt() : (random.nextInt() & 0xfffff) | 0x3fe00000;
      assertThat(DoubleBitsEmulation.highWord(x)).isEqualTo((int) (bits >> 32));
      assertThat(bits(DoubleBitsEmulation.fromHighWord(word)))
          .isEqualTo(bits(Double.longBitsToDouble((long) word << 32)));
      assertThat(bits(DoubleBitsEmulation.withHighWord(x, word)))
          .isEqualTo(bits(Double.longBitsToDouble(((long) word << 32) | (bits & 0xffffffffL))));
      int power = random.nextInt(2100) - 1050;
      double product = Math.scalb(x, power);
      if (isNormal(x) && isNormal(product)) {
        assertThat(DoubleBitsEmulation.timesPowerOfTwo(x, power)).isEqualTo(product);
      }
    }
  }

  private static boolean isNormal(double x) {
    return Math.abs(x) >= Double.MIN_NORMAL && Math.abs(x) <= Double.MAX_VALUE;
  }

  @Test
  void wholeNumbersTimesReciprocalsInDoublesAreQuotientsOfFloats() {
    for (int k = 0; k < 1_000_000; k++) {
      float divisor = Float.intBitsToFloat(random.nextInt());
      if (Math.abs(divisor) < 0x1p60f && Math.abs(divisor) > 0x1p-60f) {
        float whole = k % 2 == 0 ? integer(k / 2) : whole(k / 2);
        assertThat((float) ((double) whole * (1.0 / divisor))).isEqualTo(whole / divisor);
      }
    }
  }

  private Object[] arguments(Method method, int k) {
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : method.getParameterTypes()) {
      int which = arguments.isEmpty() ? k : random.nextInt();
      if (type == int.class) {
        arguments.add(integer(which));
      } else if (type == long.class) {
        arguments.add(whole(which));
      } else if (type == float.class) {
        arguments.add(single(which));
      } else {
        arguments.add(real(which));
      }
    }
    return arguments.toArray();
  }

  private int integer(int k) {
    int[] edges = {
      0, 1, -1, 2, -2, 31, 32, 33, 64, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x55555555
    };
    return k % 3 == 0 ? edges[Math.floorMod(k / 3, edges.length)] : random.nextInt() >> (k & 31);
  }

  private long whole(int k) {
    long[] edges = {0, 1, -1, 2, -2, 1L << 32, -(1L << 32), Long.MIN_VALUE, Long.MAX_VALUE, 10};
    return k % 3 == 0 ? edges[Math.floorMod(k / 3, edges.length)] : random.nextLong() >> (k & 63);
  }

  /** A NaN's payload may be lost. */
  private double real(int k) {
    double x = anyReal(k);
    return x != x ? Double.NaN : x;
  }

  private float single(int k) {
    float x = anySingle(k);
    return x != x ? Float.NaN : x;
  }

  private double anyReal(int k) {
    double[] edges = {
      0.0,
      -0.0,
      0.5,
      -0.5,
      1.5,
      2.5,
      -2.5,
      0x1p52,
      -0x1p52,
      0x1p53,
      0x1p63,
      -0x1p63,
      2147483647.5,
      -2147483648.5,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      0x1p-1022,
      -0x1.fffffffffffffp-1023,
      0.49999999999999994,
      1e-310
    };
    return switch (Math.floorMod(k, 4)) {
      case 0 -> edges[Math.floorMod(k / 4, edges.length)];
      case 1 -> random.nextGaussian() * 1000;
      case 2 -> random.nextInt(100) / 2.0;
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  private float anySingle(int k) {
    float[] edges = {
      0f,
      -0f,
      0.5f,
      -0.5f,
      1.5f,
      2.5f,
      0x1p23f,
      0x1p31f,
      -0x1p31f,
      0x1p63f,
      Float.NaN,
      Float.POSITIVE_INFINITY,
      Float.NEGATIVE_INFINITY,
      Float.MIN_VALUE,
      Float.MAX_VALUE,
      0x1p-126f,
      1e-40f,
      -1e-40f,
      0.49999997f,
      8388609f
    };
    return switch (Math.floorMod(k, 4)) {
      case 0 -> edges[Math.floorMod(k / 4, edges.length)];
      case 1 -> (float) random.nextGaussian() * 1000;
      case 2 -> random.nextInt(100) / 2f;
      default -> Float.intBitsToFloat(random.nextInt());
    };
  }

  /** NaN payloads do not count. */
  private static Object bits(Object value) {
    if (value instanceof Double d) {
      return Double.doubleToLongBits(d);
    }
    return value instanceof Float f ? Float.floatToIntBits(f) : value;
  }
}
