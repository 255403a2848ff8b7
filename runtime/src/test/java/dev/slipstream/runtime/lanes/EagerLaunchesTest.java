package dev.slipstream.runtime.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.fixture.BufferDevice;
import dev.slipstream.runtime.fixture.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;

class EagerLaunchesTest {
  @Test
  void anArrayLargerThanTheLargestBufferIsRefused() {
    assertThatThrownBy(
            () -> EagerLaunches.requireRoom(new Card(2 << 20, 8 << 20), List.of(read(3 << 20))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB")
        .hasMessageContaining("Small Card (2 MiB)");
  }

  @Test
  void arraysThatDoNotFitTogetherAreRefused() {
    List<EagerArray> three = List.of(read(1 << 20), read(1 << 20), read(1 << 20));
    assertThatThrownBy(() -> EagerLaunches.requireRoom(new Card(1 << 20, 2 << 20), three))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB, more than the memory of Small Card (2 MiB)");
    assertThatCode(() -> EagerLaunches.requireRoom(new Card(1 << 20, 3 << 20), three))
        .doesNotThrowAnyException();
  }

  @Test
  void rowsCountTogether() {
    EagerArray use = new EagerArray(new int[3][1 << 18]);
    use.add(new ArrayAccess(0, 0, 3, 0, 0, false));
    assertThatThrownBy(() -> EagerLaunches.requireRoom(new Card(2 << 20, 8 << 20), List.of(use)))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("3 MiB");
  }

  @Test
  void anArrayThatIsNotTouchedMayBeOfAnySize() {
    EagerArray untouched = new EagerArray(new byte[4 << 20]);
    assertThatCode(() -> EagerLaunches.requireRoom(new Card(1, 1), List.of(untouched)))
        .doesNotThrowAnyException();
  }

  @Test
  void memoryThatRanOutBeforeAnyStoreIsTriedAgainIfSomeWasIdle() throws DeviceException {
    int[] array = {1, 2, 3};
    FullOnce device = new FullOnce(/* idle= */ true);
    launch(device, array);
    assertThat(array).containsExactly(2, 3, 4);

    assertThatThrownBy(() -> launch(new FullOnce(/* idle= */ false), array))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.hostArraysChanged()).isFalse())
        .hasMessageContaining("buffers:0")
        .hasMessageContaining("it is full");
    assertThat(array).containsExactly(2, 3, 4);
  }

  @Test
  void theRuntimeIsToldWhetherHostArraysChanged() {
    DeviceException before = EagerLaunches.described(new Full(), "Small Card", false);
    DeviceException after = EagerLaunches.described(new Full(), "Small Card", true);
    assertThat(before.hostArraysChanged()).isFalse();
    assertThat(after.hostArraysChanged()).isTrue();
    assertThat(after).hasMessageContaining("Small Card").hasMessageContaining("it is full");
  }

  @Test
  void aDeviceThatWillNeverRunAKernelIsNotAskedAgain() {
    DeviceException never = DeviceException.refusedAtLaunch("it has a switch", new Full());
    assertThat(EagerLaunches.described(never, "Small Card", false))
        .hasMessage("it has a switch")
        .extracting(DeviceException::isRefusal)
        .isEqualTo(true);
  }

  /** Adds one. */
  public static final class Increment {
    private Increment() {}

    public static void run(int[] bounds, Object[] arguments) {
      int[] array = (int[]) arguments[0];
      for (int i = bounds[0]; i < bounds[1]; i++) {
        array[i]++;
      }
    }
  }

  private static void launch(Device device, int[] array) throws DeviceException {
    RangeKernel kernel = Kernels.onInts(Increment.class);
    new EagerLaunches(device)
        .of(device.prepare(kernel), kernel)
        .launch(
            new Launch(
                new IterationSpace(new int[] {0}, new int[] {1}, new int[] {array.length}),
                new Object[] {array},
                List.of(new ArrayAccess(0, 0, array.length, 0, array.length, true))));
  }

  /** A device whose memory has no room for the first array before something is freed. */
  private static final class FullOnce implements Device {
    private final BufferDevice device = new BufferDevice("buffers:0");
    private final boolean idle;
    private boolean full = true;

    FullOnce(boolean idle) {
      this.idle = idle;
    }

    @Override
    public String id() {
      return device.id();
    }

    @Override
    public String description() {
      return device.id();
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
      return device.prepare(kernel);
    }

    @Override
    public DeviceMemory open(Runnable whenClosed) {
      DeviceMemory memory = device.open(whenClosed);
      return new DeviceMemory() {
        @Override
        public DeviceBuffer take(long bytes) throws DeviceException {
          if (full) {
            throw new Full();
          }
          return memory.take(bytes);
        }

        @Override
        public void giveBack(DeviceBuffer buffer) throws DeviceException {
          memory.giveBack(buffer);
        }

        @Override
        public boolean trim() {
          full = false;
          return idle;
        }

        @Override
        public DeviceQueue queue() throws DeviceException {
          return memory.queue();
        }

        @Override
        public void close() throws DeviceException {
          memory.close();
        }
      };
    }

    @Override
    public void close() {}
  }

  private static EagerArray read(int bytes) {
    EagerArray use = new EagerArray(new byte[bytes]);
    use.add(new ArrayAccess(0, 0, 1, 0, 0, false));
    return use;
  }

  private static final class Full extends DeviceException {
    private static final long serialVersionUID = 1L;

    Full() {
      super("it is full");
    }

    @Override
    public boolean isOutOfMemory() {
      return true;
    }
  }

  /** A device with a given size of memory. */
  private record Card(long largestArrayBytes, long memoryBytes) implements Device {
    @Override
    public String id() {
      return "card:0";
    }

    @Override
    public String description() {
      return "Small Card";
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) {
      throw new IllegalStateException();
    }

    @Override
    public void close() {}
  }
}
