package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.PreparedKernel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A device with several queues that runs only {@link dev.slipstream.runtime.fixture.AddKernel}, and
 * touches no other elements than the kernel's. On request it fails.
 */
final class AddingDevice implements Device {
  private final String id;

  /** Whether the next kernel that changes nothing in place fails, and all after it. */
  volatile boolean fails;

  /** Whether it does nothing at all any more, once it has failed. */
  volatile boolean isDead;

  private volatile boolean hasFailed;

  /** Becomes 0 when it fails. */
  final CountDownLatch failure = new CountDownLatch(1);

  AddingDevice(String id) {
    this.id = id;
  }

  private record Adding() implements PreparedKernel {}

  private record Bytes(ByteBuffer all) implements DeviceBuffer {
    @Override
    public long bytes() {
      return all.capacity();
    }

    ByteBuffer from(long offset, long size) {
      return all.slice((int) offset, (int) size).order(ByteOrder.nativeOrder());
    }
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String description() {
    return "adds";
  }

  @Override
  public boolean keepsArrays() {
    return true;
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) {
    return new Adding();
  }

  @Override
  public DeviceMemory open(Runnable whenClosed) {
    return new DeviceMemory() {
      @Override
      public DeviceBuffer take(long bytes) throws DeviceException {
        return new Bytes(pin(bytes));
      }

      @Override
      public void giveBack(DeviceBuffer buffer) {}

      @Override
      public DeviceQueue queue() {
        return new Queue();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}

  private void requireLife() throws DeviceException {
    if (hasFailed && isDead) {
      throw new DeviceException(id + " is dead");
    }
  }

  private final class Queue implements DeviceQueue {
    @Override
    public long write(DeviceBuffer to, long offset, ByteBuffer from) throws DeviceException {
      requireLife();
      ((Bytes) to).from(offset, from.remaining()).put(from.duplicate());
      return 0;
    }

    @Override
    public long read(DeviceBuffer from, long offset, ByteBuffer to) throws DeviceException {
      requireLife();
      to.duplicate().put(((Bytes) from).from(offset, to.remaining()));
      return 0;
    }

    @Override
    public void copy(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes)
        throws DeviceException {
      requireLife();
      ((Bytes) to).from(target, bytes).put(((Bytes) from).from(source, bytes));
    }

    @Override
    public void launch(KernelLaunch launch) throws DeviceException {
      List<DeviceArray> arrays = launch.arrays();
      DeviceBuffer target = arrays.get(2).buffer().orElseThrow();
      boolean inPlace =
          target == arrays.get(0).buffer().orElseThrow()
              || target == arrays.get(1).buffer().orElseThrow();
      if (hasFailed || (fails && !inPlace)) {
        hasFailed = true;
        failure.countDown();
        throw new DeviceException(id + " is broken");
      }
      IterationSpace space = launch.launch().space();
      for (int i = space.start(0); i < space.value(0, space.count(0)); i++) {
        ByteBuffer sum = element(arrays.get(2), i);
        double first = element(arrays.get(0), i).getDouble(0);
        sum.putDouble(0, first + element(arrays.get(1), i).getDouble(0));
      }
    }

    private static ByteBuffer element(DeviceArray array, int index) {
      long at = (long) index * Double.BYTES - array.before();
      return ((Bytes) array.buffer().orElseThrow()).from(at, Double.BYTES);
    }

    @Override
    public void flush() {}

    @Override
    public void await(long copy) {}

    @Override
    public void forget(long copy) {}

    @Override
    public void await() {}
  }
}
