package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Boxed numbers that exist before a loop starts. */
class BoxedNumbersTest {
  @RegisterExtension static final SameEverywhere everywhere = new SameEverywhere();

  @Test
  void theNumbersOfBoxesAreReadBeforeTheLoop() throws Throwable {
    everywhere.taken(
        """
        static Integer count; private Double scale = 2.5;
        static double[] run(int n, Integer shift, Double by, Long far, Float f, Short s, Byte b, Character c, Boolean odd) {
          double[] a = new double[n]; count = n - 1;
          for (@Parallel int i = 0; i < count; i++) a[i] = i * by + shift + far + f + s + b + c + (odd ? 1 : 0);
          new Program().more(a);
          return a; }
        void more(double[] a) { for (@Parallel int i = 0; i < a.length; i++) a[i] += scale; }
        """,
        20,
        3,
        0.5,
        1L << 40,
        1.5f,
        (short) -7,
        (byte) 5,
        'x',
        true);
  }

  @Test
  void numbersAreConvertedAsBoxesDo() throws Throwable {
    everywhere.taken(
        """
        static long[] run(int n, Integer k, Double d, Long l, Float f) {
          long[] a = new long[n];
          for (@Parallel int i = 0; i < n; i++) a[i] = k.byteValue() + k.shortValue() * 3L + d.intValue() + d.longValue() + d.byteValue() + l.intValue() + l.shortValue() + f.longValue() + (long) l.doubleValue() + (long) (k.floatValue() * f.doubleValue()) + i;
          return a; }
        """,
        8,
        123_456,
        -1e30,
        0x1234_5678_9ABCL,
        1e20f);
  }

  @Test
  void aMissingBoxThrowsWhereTheLoopWould() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static Object run(int n, Integer k) {
              int[] a = new int[n];
              try { for (@Parallel int i = 0; i < n; i++) { a[i] = 7; a[i] = k; } }
              catch (NullPointerException e) { return e.getMessage() + a[0] + a[1]; }
              return a; }
            """);
    everywhere.compare(program, 5, null);
    assertThat(program.runs()).isEmpty();
    everywhere.compare(program, 5, 12);
    assertThat(program.runs()).hasSize(1);
  }

  @Test
  void boxesThatIterationsMakeAreRefused() throws Throwable {
    everywhere.refused(
        "valueOf, which cannot run on a device",
        "static int[] run(int n) { int[] a = new int[n]; for (@Parallel int i = 0; i < n; i++) { Integer k = i; a[i] = k; } return a; }",
        5);
  }
}
