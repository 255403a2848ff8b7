package dev.slipstream.opencl;

import static dev.slipstream.opencl.OpenClBench.launch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every array type in sizes around the borders of staging memory, which is 4 MiB long. */
class ArrayCopyTest {
  private static final Map<Class<?>, String> C_TYPES =
      Map.of(
          boolean.class, "uchar",
          byte.class, "char",
          short.class, "short",
          char.class, "ushort",
          int.class, "int",
          long.class, "long",
          float.class, "float",
          double.class, "double");
  private static final Map<Class<?>, BiFunction<Random, Integer, Object>> VALUES =
      Map.of(
          boolean.class, (random, i) -> random.nextBoolean(),
          byte.class, (random, i) -> (byte) random.nextInt(),
          short.class, (random, i) -> (short) random.nextInt(),
          char.class, (random, i) -> (char) random.nextInt(),
          int.class, (random, i) -> random.nextInt(),
          long.class, (random, i) -> random.nextLong(),
          float.class, (random, i) -> Float.intBitsToFloat(random.nextInt()),
          double.class, (random, i) -> Double.longBitsToDouble(random.nextLong()));

  private static OpenClBench bench;

  @BeforeAll
  static void open() {
    bench = OpenClBench.open();
  }

  @AfterAll
  static void close() {
    if (bench != null) {
      bench.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        boolean.class,
        byte.class,
        short.class,
        char.class,
        int.class,
        long.class,
        float.class,
        double.class
      })
  void anArrayIsCopiedToTheBit(Class<?> type) throws DeviceException {
    long seed = Long.getLong("slipstream.test.seed", 1);
    System.out.println(type + " seed " + seed);
    Random random = new Random(seed);
    String parameter = "__global " + C_TYPES.get(type) + "* ";
    HostKernel copy =
        bench.prepare(1, List.of(parameter + "from", parameter + "to"), "to[i] = from[i];");
    int slot = (4 << 20) / Math.max(1, elementBytes(type));
    int[] sizes = {1, 2, 63, 1000, slot - 1, slot, slot + 1, 2 * slot + 17};
    for (int size : sizes) {
      int offset = random.nextInt(3);
      boolean all = random.nextBoolean();
      Object from = filled(type, size + offset + 1, random);
      Object to = Array.newInstance(type, size + offset + 1);
      Object expected = Array.newInstance(type, size + offset + 1);
      System.arraycopy(from, offset, expected, offset, size);

      copy.launch(
          launch(
              new IterationSpace(new int[] {offset}, new int[] {1}, new int[] {size}),
              new Object[] {from, to},
              new ArrayAccess(0, offset, offset + size, 0, 0, false),
              new ArrayAccess(1, 0, 0, offset, offset + size, all)));

      assertThat(bits(to)).as("%s elements from %s on", size, offset).isEqualTo(bits(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1 << 20, 3_000_000})
  void manyArraysTravelTogether(int size) throws DeviceException {
    HostKernel kernel =
        bench.prepare(
            1,
            List.of("__global int* a", "__global int* b", "__global int* c", "__global int* d"),
            "int x = a[i], y = b[i]; c[i] = x - y; d[i] = y - x; a[i] = y;");
    Random random = new Random(size);
    int[] a = random.ints(size).toArray();
    int[] b = random.ints(size).toArray();
    int[] oldA = a.clone();
    int[] c = new int[size];
    int[] d = new int[size];

    kernel.launch(
        launch(
            OpenClBench.counting(size),
            new Object[] {a, b, c, d},
            new ArrayAccess(0, 0, size, 0, size, false),
            new ArrayAccess(1, 0, size, 0, 0, false),
            new ArrayAccess(2, 0, 0, 0, size, true),
            new ArrayAccess(3, 0, 0, 0, size, false)));

    assertThat(a).isEqualTo(b);
    for (int i = 0; i < size; i++) {
      if (c[i] != oldA[i] - b[i] || d[i] != b[i] - oldA[i]) {
        throw new AssertionError("element " + i);
      }
    }
  }

  private static int elementBytes(Class<?> type) {
    return switch (type.getName()) {
      case "boolean", "byte" -> 1;
      case "short", "char" -> 2;
      case "int", "float" -> 4;
      default -> 8;
    };
  }

  private static Object filled(Class<?> type, int size, Random random) {
    Object array = Array.newInstance(type, size);
    for (int i = 0; i < size; i++) {
      Array.set(array, i, VALUES.get(type).apply(random, i));
    }
    return array;
  }

  /** Floats as their bits, since NaNs with different payloads must be distinguished. */
  private static Object bits(Object array) {
    if (array instanceof float[] floats) {
      int[] bits = new int[floats.length];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = Float.floatToRawIntBits(floats[i]);
      }
      return bits;
    } else if (array instanceof double[] doubles) {
      long[] bits = new long[doubles.length];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = Double.doubleToRawLongBits(doubles[i]);
      }
      return bits;
    }
    return array;
  }
}
