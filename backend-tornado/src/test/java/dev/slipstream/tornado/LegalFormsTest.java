package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.fixture.ImmediateLaunches;
import dev.slipstream.tornado.binding.ProgramClasses;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * In kernels, code that TornadoVM miscompiles has another form with the same results, or is
 * refused.
 */
class LegalFormsTest {
  private static final int COUNT = 1024;
  private static final IterationSpace SPACE =
      new IterationSpace(new int[] {0}, new int[] {1}, new int[] {COUNT});
  private static final List<KernelParameter> PARAMETERS =
      List.of(new KernelParameter("c", "[C"), new KernelParameter("y", "[J"));
  private static final List<ArrayAccess> ACCESSES =
      List.of(new ArrayAccess(0, 0, COUNT, 0, 0, false), new ArrayAccess(1, 0, 0, 0, COUNT, true));

  @TempDir Path folder;
  private Device device;

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, LegalFormsTest.class.getClassLoader());
    device = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none()).get(0);
  }

  /** Conditions that lead to one place, in branches, values, loops and a function. */
  public static final class Conditions {
    private Conditions() {}

    public static void body(int i, char[] c, long[] y) {
      int a = c[i] - 2;
      int b = i / 4 % 5 - 2;
      boolean both = a > 0 && b < 1;
      boolean either = !(a == 1 || b == -1) && (both || i % 3 == 0);
      long sum = both != either ? 1 : 0;
      if (a < 0 || b < 0 && a != 2 || sum > 0) {
        sum += 10;
      } else if (!both && (either || a == b)) {
        sum += 100;
      }
      for (int k = 0; k < a && sum < 500; k++) {
        if (k == b || k + 1 == a) {
          continue;
        }
        sum += 1000L * k;
      }
      y[i] = sum + (between(a, b) ? 7 : 9);
    }

    private static boolean between(int a, int b) {
      return a >= -1 && a <= 1 || b > 1;
    }
  }

  /** Constants that TornadoVM writes as other numbers, or that make it use unsigned types. */
  public static final class Constants {
    private Constants() {}

    public static void body(int i, char[] c, long[] y) {
      long masked = (-i & 0xffffffffL) - 5;
      int narrow = (char) (i - 70000) + (i & 0xff) - 300;
      boolean unsigned = i + Integer.MIN_VALUE < Integer.MIN_VALUE + 3;
      double limit = i % 2 == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
      long found = limit < i ? 1 : 2;
      y[i] =
          masked + narrow + (unsigned ? Long.MIN_VALUE : 0) + found + (0x80000000 < c[i] ? 1 : 0);
    }
  }

  /** Numbers that overflow, and numbers that are cast to smaller types, including constants. */
  public static final class Overflows {
    private Overflows() {}

    public static void body(int i, char[] c, long[] y) {
      int h = c[i] * 65537 + 46341;
      long square = (h * 4294967311L) * (h * 4294967311L);
      byte small = 0;
      short middle = 0;
      for (int k = 0; k < 4; k++) {
        small += 100;
        middle += (short) (30000 - h);
      }
      int least = i % 2 == 0 ? Integer.MIN_VALUE : h;
      y[i] = (square < 0 ? 3 : 5) + h * h + -least + Math.abs(least) + small + middle;
    }
  }

  /** A loop with two exits. */
  public static final class TwoEnds {
    private TwoEnds() {}

    public static void body(int i, char[] c, long[] y) {
      for (int k = 0; k < 10; k++) {
        if (c[i] == k) {
          return;
        }
        y[i] += k;
      }
      y[i] = -1;
    }
  }

  /** A loop that makes another decision before it decides whether to end. */
  public static final class LateEnd {
    private LateEnd() {}

    public static void body(int i, char[] c, long[] y) {
      int k = 0;
      do {
        if (c[i] == k) {
          y[i]++;
        }
        k++;
      } while (k < 10);
    }
  }

  /** Takes two arrays of one type. */
  public static final class Pair {
    private Pair() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = x[i] + 1;
    }
  }

  private static RangeKernel kernel(Class<?> type, List<KernelParameter> parameters)
      throws Exception {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = LegalFormsTest.class.getResourceAsStream(file)) {
      return new RangeKernel(
          type.getSimpleName(), type.getName(), in.readAllBytes(), 1, parameters);
    }
  }

  private static char[] chars() {
    char[] chars = new char[COUNT];
    for (int i = 0; i < COUNT; i++) {
      chars[i] = (char) (i % 7 == 6 ? 65535 - i : i % 7);
    }
    return chars;
  }

  private long[] onDevice(Class<?> type) throws Exception {
    long[] y = new long[COUNT];
    ImmediateLaunches.prepare(device, kernel(type, PARAMETERS))
        .launch(new Launch(SPACE, new Object[] {chars(), y}, ACCESSES));
    return y;
  }

  @Test
  void conditionsThatLeadToOnePlaceDecideAsBefore() throws Exception {
    long[] expected = new long[COUNT];
    char[] c = chars();
    for (int i = 0; i < COUNT; i++) {
      Conditions.body(i, c, expected);
    }
    assertThat(onDevice(Conditions.class)).containsExactly(expected);
  }

  @Test
  void constantsThatAreComputedHaveTheirValues() throws Exception {
    long[] expected = new long[COUNT];
    char[] c = chars();
    for (int i = 0; i < COUNT; i++) {
      Constants.body(i, c, expected);
    }
    assertThat(onDevice(Constants.class)).containsExactly(expected);
  }

  @Test
  void productsAndNegativesThatOverflowAndNumbersThatAreCutHaveTheirValues() throws Exception {
    long[] expected = new long[COUNT];
    char[] c = chars();
    for (int i = 0; i < COUNT; i++) {
      Overflows.body(i, c, expected);
    }
    assertThat(onDevice(Overflows.class)).containsExactly(expected);
  }

  @Test
  void loopsThatTornadoVmNeverEndsAreRefused() {
    for (Class<?> type : List.of(TwoEnds.class, LateEnd.class)) {
      assertThatThrownBy(() -> device.prepare(kernel(type, PARAMETERS)))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("a loop in it ends");
    }
  }

  @Test
  void oneArrayForTwoParametersIsRefusedAtThatLaunchOnly() throws Exception {
    var pair =
        ImmediateLaunches.prepare(
            device,
            kernel(
                Pair.class,
                List.of(new KernelParameter("x", "[J"), new KernelParameter("y", "[J"))));
    long[] x = new long[COUNT];
    assertThatThrownBy(() -> pair.launch(new Launch(SPACE, new Object[] {x, x}, ACCESSES)))
        .isInstanceOfSatisfying(DeviceException.class, e -> assertThat(e.isRefusal()).isFalse())
        .hasMessageContaining("one array is passed as several");
    long[] y = new long[COUNT];
    pair.launch(new Launch(SPACE, new Object[] {x, y}, ACCESSES));
    assertThat(y).containsOnly(1);
  }
}
