package dev.slipstream.runtime.eager;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.lanes.Usage;
import dev.slipstream.runtime.transfer.BeforeStore;
import dev.slipstream.runtime.transfer.ElementsBefore;
import dev.slipstream.runtime.transfer.Staging;
import dev.slipstream.runtime.transfer.Transfers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A device in use for launches whose results the program waits for. All of a launch goes into one
 * queue: copies there, the kernel, copies back. One launch at a time.
 */
final class EagerSession {
  private final Device device;
  private final DeviceMemory memory;
  private final DeviceQueue queue;
  private final Transfers transfers;
  private final ElementsBefore.Memory olds = new ElementsBefore.Memory();
  private final ByteBuffer number =
      ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
  private final ReentrantLock lock = new ReentrantLock();
  private final Usage usage = new Usage(this::release);

  /**
   * Opens a device.
   *
   * @throws DeviceException if that fails
   */
  EagerSession(Device device) throws DeviceException {
    this.device = device;
    this.memory = device.open(usage::close);
    boolean done = false;
    try {
      this.queue = memory.queue(/* timed= */ true);
      done = true;
    } finally {
      if (!done) {
        memory.close();
      }
    }
    this.transfers = new Transfers(memory, queue, Staging.in());
  }

  /**
   * Runs a kernel and brings the results to the host arrays. If memory runs out before any host
   * array has changed, idle memory is freed and the launch is tried once more.
   *
   * @param source what the kernel was prepared from
   * @throws DeviceException if the launch failed
   */
  LaunchResult launch(PreparedKernel kernel, RangeKernel source, Launch launch)
      throws DeviceException {
    if (!usage.begin()) {
      throw new DeviceException(device.id() + " (" + device.description() + ") has been closed");
    }
    try {
      lock.lock();
      try {
        return launchNow(kernel, source, launch);
      } finally {
        lock.unlock();
      }
    } finally {
      usage.end();
    }
  }

  private LaunchResult launchNow(PreparedKernel kernel, RangeKernel source, Launch launch)
      throws DeviceException {
    EagerArguments bound = new EagerArguments(source.parameters(), launch);
    MemoryLimits.check(device, bound.arrays());
    try {
      return attempt(kernel, launch, bound);
    } catch (LaunchFailure failure) {
      if (!failure.worthTryingAgain() || !memory.trim()) {
        throw failure.describe(device.description());
      }
    }
    try {
      return attempt(kernel, launch, bound);
    } catch (LaunchFailure failure) {
      throw failure.describe(device.description());
    }
  }

  private LaunchResult attempt(PreparedKernel kernel, Launch launch, EagerArguments bound)
      throws LaunchFailure {
    KernelEnd end = new KernelEnd();
    boolean done = false;
    try {
      long bytesIn = 0;
      for (ArrayUse use : bound.arrays()) {
        bytesIn += use.take(memory, queue, olds);
      }
      bytesIn += transfers.start(bound.uploads());
      queue.launch(new KernelLaunch(kernel, launch, bound.onDevice(), /* shared= */ false));
      if (launch.isChecked()) {
        requireNoViolation(bound.array(launch.violation()));
      }
      long bytesOut = transfers.download(bound.downloads(), end);
      queue.await();
      LaunchResult kernels = queue.ended();
      done = true;
      return new LaunchResult(kernels.kernelNanos(), kernels.deviceLaunches(), bytesIn, bytesOut);
    } catch (Throwable e) {
      // Errors too: whether something was stored already must not get lost.
      throw new LaunchFailure(e, end.stored);
    } finally {
      if (!done) {
        // Copies and kernels may be under way in memory that is about to be given back.
        settle();
      }
      giveBack(bound.arrays(), end.stored);
    }
  }

  /** The moment from which on results may be stored. */
  private final class KernelEnd implements BeforeStore {
    private volatile boolean stored;

    @Override
    public void run() throws DeviceException {
      if (!stored) {
        queue.await();
        stored = true;
      }
    }
  }

  private void settle() {
    transfers.settle();
    try {
      queue.await();
      queue.ended();
    } catch (DeviceException known) {
      // What has failed before tells why.
      return;
    }
  }

  /** Looks whether the kernel found that an iteration throws, before anything is stored. */
  private void requireNoViolation(ArrayUse found) throws DeviceException {
    queue.await();
    queue.await(queue.read(found.memory(), 0, number));
    int violation = number.getInt(0);
    if (violation != 0) {
      throw DeviceException.violated(violation);
    }
  }

  private void giveBack(List<ArrayUse> arrays, boolean stored) throws LaunchFailure {
    olds.giveAllBack();
    try {
      for (ArrayUse use : arrays) {
        use.giveBack(memory);
      }
    } catch (DeviceException | RuntimeException | Error e) {
      throw new LaunchFailure(e, stored);
    }
  }

  private void release() {
    try {
      transfers.close();
      memory.close();
    } catch (DeviceException e) {
      // The device is gone for the caller either way; what is left ends with the process.
      System.getLogger(EagerSession.class.getName())
          .log(System.Logger.Level.DEBUG, "closing " + device.id(), e);
    }
  }
}
