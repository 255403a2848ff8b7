package dev.slipstream.compiler.opencl;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ArithmeticTest {
  private final long seed = Long.getLong("slipstream.test.seed", 1);
  private final Random random = new Random(seed);
  private final Differential differential = new Differential();
  private final EdgeValues.Ints ints = EdgeValues.ints(random);
  private final EdgeValues.Longs longs = EdgeValues.longs(random);
  private final EdgeValues.Floats floats = EdgeValues.floats(random);
  private final EdgeValues.Doubles doubles = EdgeValues.doubles(random);

  @BeforeAll
  void printSeed() {
    System.out.println("ArithmeticTest seed " + seed);
  }

  @AfterAll
  void close() {
    differential.close();
  }

  @Test
  void intOperatorsWrapShiftAndDivideAsInJava() throws Exception {
    int n = ints.left().length;
    int[] out = new int[n * ArithmeticKernels.Ints.RESULTS];
    differential.check(ArithmeticKernels.Ints.class, n, ints.left(), ints.right(), out);
  }

  @Test
  void longOperatorsWrapShiftAndDivideAsInJava() throws Exception {
    int n = longs.left().length;
    long[] out = new long[n * ArithmeticKernels.Longs.RESULTS];
    differential.check(ArithmeticKernels.Longs.class, n, longs.left(), longs.right(), out);
  }

  @Test
  void floatOperatorsRoundAsInJava() throws Exception {
    int n = floats.left().length;
    float[] out = new float[n * ArithmeticKernels.Floats.RESULTS];
    differential.check(ArithmeticKernels.Floats.class, n, floats.left(), floats.right(), out);
  }

  @Test
  void floatOperatorsRoundAsInJavaByWayOfDouble() throws Exception {
    int n = floats.left().length;
    float[] out = new float[n * ArithmeticKernels.Floats.RESULTS];
    try (Differential viaDouble = new Differential("-DSLIP_FLOAT_VIA_DOUBLE")) {
      viaDouble.check(ArithmeticKernels.Floats.class, n, floats.left(), floats.right(), out);
    }
  }

  @Test
  void doubleOperatorsRoundAsInJava() throws Exception {
    int n = doubles.left().length;
    double[] out = new double[n * ArithmeticKernels.Doubles.RESULTS];
    differential.check(ArithmeticKernels.Doubles.class, n, doubles.left(), doubles.right(), out);
  }

  @Test
  void conversionsSaturateAndRoundAsInJava() throws Exception {
    int n = doubles.left().length;
    int size = n * ArithmeticKernels.Conversions.RESULTS;
    differential.check(
        ArithmeticKernels.Conversions.class,
        n,
        repeated(ints.left(), n),
        repeated(longs.left(), n),
        repeated(floats.left(), n),
        doubles.left(),
        new long[size],
        new double[size]);
    differential.check(
        ArithmeticKernels.Conversions.class,
        n,
        repeated(ints.right(), n),
        repeated(longs.right(), n),
        repeated(floats.right(), n),
        doubles.right(),
        new long[size],
        new double[size]);
  }

  @Test
  void elementsOfOneAndTwoBytesAreExtendedAndCutAsInJava() throws Exception {
    int n = ints.left().length;
    boolean[] flags = new boolean[n];
    byte[] bytes = new byte[n];
    short[] shorts = new short[n];
    char[] chars = new char[n];
    random.nextBytes(bytes);
    for (int i = 0; i < n; i++) {
      flags[i] = random.nextBoolean();
      shorts[i] = (short) random.nextInt();
      chars[i] = (char) random.nextInt();
    }
    differential.check(
        ArithmeticKernels.SmallArrays.class,
        n,
        flags,
        bytes,
        shorts,
        chars,
        ints.left(),
        new int[n]);
  }

  @Test
  void integerMethodsOfTheLibraryGiveTheSameResults() throws Exception {
    int n = ints.left().length;
    int[] out = new int[n * LibraryKernels.Ints.RESULTS];
    differential.check(LibraryKernels.Ints.class, n, ints.left(), ints.right(), out);
  }

  @Test
  void longMethodsOfTheLibraryGiveTheSameResults() throws Exception {
    int n = longs.left().length;
    long[] out = new long[n * LibraryKernels.Longs.RESULTS];
    differential.check(LibraryKernels.Longs.class, n, longs.left(), longs.right(), out);
  }

  @Test
  void floatMethodsOfTheLibraryGiveTheSameResults() throws Exception {
    int n = floats.left().length;
    int size = n * LibraryKernels.Floats.RESULTS;
    differential.check(
        LibraryKernels.Floats.class,
        n,
        floats.left(),
        floats.right(),
        new float[size],
        new int[size]);
  }

  @Test
  void doubleMethodsOfTheLibraryGiveTheSameResults() throws Exception {
    int n = doubles.left().length;
    int size = n * LibraryKernels.Doubles.RESULTS;
    differential.check(
        LibraryKernels.Doubles.class,
        n,
        doubles.left(),
        doubles.right(),
        new double[size],
        new long[size]);
  }

  private static int[] repeated(int[] values, int length) {
    int[] result = Arrays.copyOf(values, length);
    for (int i = values.length; i < length; i++) {
      result[i] = values[i % values.length];
    }
    return result;
  }

  private static long[] repeated(long[] values, int length) {
    long[] result = Arrays.copyOf(values, length);
    for (int i = values.length; i < length; i++) {
      result[i] = values[i % values.length];
    }
    return result;
  }

  private static float[] repeated(float[] values, int length) {
    float[] result = Arrays.copyOf(values, length);
    for (int i = values.length; i < length; i++) {
      result[i] = values[i % values.length];
    }
    return result;
  }
}
