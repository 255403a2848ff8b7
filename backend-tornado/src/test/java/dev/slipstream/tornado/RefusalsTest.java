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
import dev.slipstream.runtime.device.HostKernel;
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
 * Code without a form that TornadoVM compiles correctly is refused with a reason, and nothing else
 * is.
 */
class RefusalsTest {
  private static final int COUNT = 16;

  @TempDir Path folder;
  private Device device;

  @BeforeEach
  void open() throws Exception {
    ClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, RefusalsTest.class.getClassLoader());
    device = new TornadoBackend(loader).open(new ProgramClasses(folder, loader), Log.none()).get(0);
  }

  /** A switch where one case goes on into the next. */
  public static final class OnIntoTheNext {
    private OnIntoTheNext() {}

    @SuppressWarnings({"fallthrough", "FallThrough"})
    public static void body(int i, long[] x, long[] y) {
      switch (i % 4) {
        case 0:
          y[i] += 1;
        case 1:
          y[i] += 2;
          break;
        default:
          y[i] += x[i];
      }
    }
  }

  /** A switch over numbers that lie far apart, with a value. */
  public static final class FarApart {
    private FarApart() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] =
          switch ((int) x[i]) {
            case -70000 -> 1;
            case 3 -> 2;
            case 900000 -> 3;
            default -> 4;
          };
    }
  }

  /** A switch in a method that the loop calls. */
  public static final class InAMethod {
    private InAMethod() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = named(i % 3) + x[i];
    }

    private static int named(int k) {
      return switch (k) {
        case 0 -> 5;
        case 1 -> 7;
        default -> 9;
      };
    }
  }

  /** A remainder of longs by another element. */
  public static final class ByAnElement {
    private ByAnElement() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = y[i] % x[i];
    }
  }

  /** A remainder of longs in a method of the JDK. */
  public static final class FloorMod {
    private FloorMod() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = Math.floorMod(y[i], x[i]);
    }
  }

  /** A remainder of doubles. */
  public static final class OfDoubles {
    private OfDoubles() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = (long) ((double) y[i] % x[i]);
    }
  }

  /** Math.IEEEremainder, whose copy in the compiler's kernels has this name. */
  public static final class ToTheNearest {
    private ToTheNearest() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = (long) KernelMath_ieeeRemainder(y[i], x[i]);
    }

    @SuppressWarnings("MemberName")
    private static double KernelMath_ieeeRemainder(double a, double b) {
      return a - b;
    }
  }

  /** Remainders by constants that the processor cannot trap at, and of ints by anything. */
  public static final class RightRemainders {
    private RightRemainders() {}

    public static void body(int i, long[] x, long[] y) {
      y[i] = x[i] % 10 + (int) x[i] % (i + 1) + Math.floorMod(i, 3);
    }
  }

  private static RangeKernel kernel(Class<?> type) throws Exception {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = RefusalsTest.class.getResourceAsStream(file)) {
      return new RangeKernel(
          type.getSimpleName(),
          type.getName(),
          in.readAllBytes(),
          1,
          List.of(new KernelParameter("x", "[J"), new KernelParameter("y", "[J")));
    }
  }

  private static Launch launch(int count, long[] x, long[] y) {
    return new Launch(
        new IterationSpace(new int[] {0}, new int[] {1}, new int[] {count}),
        new Object[] {x, y},
        List.of(
            new ArrayAccess(0, 0, x.length, 0, 0, false),
            new ArrayAccess(1, 0, y.length, 0, y.length, true)));
  }

  private void assertRefused(Class<?> type, String reason) {
    assertThatThrownBy(() -> device.prepare(kernel(type)))
        .as(type.getSimpleName())
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("TornadoVM cannot run it")
        .hasMessageContaining(reason);
  }

  @Test
  void loopsWithASwitchAreRefusedAlsoWhereAMethodHasIt() {
    for (Class<?> type : List.of(OnIntoTheNext.class, FarApart.class, InAMethod.class)) {
      assertRefused(type, "it has a switch");
    }
  }

  @Test
  void remaindersOfLongsByWhatIsNoConstantAreRefusedAlsoInsideFloorMod() {
    assertRefused(ByAnElement.class, "it takes the remainder of longs");
    assertRefused(FloorMod.class, "it takes the remainder of longs");
  }

  @Test
  void remaindersOfDoublesAreRefused() {
    assertRefused(OfDoubles.class, "it takes the remainder of floating-point numbers");
    assertRefused(ToTheNearest.class, "it takes the remainder of floating-point numbers");
  }

  @Test
  void remaindersOfLongsByConstantsAndOfIntsByAnythingRun() throws Exception {
    long[] x = new long[COUNT];
    long[] expected = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      x[i] = (i - 7) * 123_456_789_012L;
    }
    for (int i = 0; i < COUNT; i++) {
      RightRemainders.body(i, x, expected);
    }
    long[] y = new long[COUNT];
    ImmediateLaunches.prepare(device, kernel(RightRemainders.class)).launch(launch(COUNT, x, y));
    assertThat(y).containsExactly(expected);
  }

  @Test
  void tooManyIterationsFailThatLaunchOnlyAndLeaveTheKernelToOthers() throws Exception {
    HostKernel kernel = ImmediateLaunches.prepare(device, kernel(RightRemainders.class));
    long[] x = new long[COUNT];
    long[] y = new long[COUNT];
    assertThatThrownBy(() -> kernel.launch(launch(Integer.MAX_VALUE, x, y)))
        .isInstanceOfSatisfying(DeviceException.class, e -> assertThat(e.isRefusal()).isFalse())
        .hasMessageContaining("iterations");
    kernel.launch(launch(COUNT, x, y));
    assertThat(y).startsWith(0, 1, 2, 0);
  }
}
