package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.tornado.binding.MemorySize;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.launch.KernelLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The use of a device by one set of lanes. Whatever is asked of TornadoVM for it is asked while the
 * device's lock is held; what several devices must not ask at a time waits in {@link
 * dev.slipstream.tornado.binding.TornadoApi}.
 */
public final class ResidentSession {
  /** What is kept for other arrays: this part of the device's memory. */
  private static final int IDLE_PART = 8;

  private static final int TRIED = 16;

  /** A lane may be preparing for jobs that do not come. */
  private static final long LONGEST_CLOSE_MILLIS = 50;

  /** More than a page. */
  private static final int TRIED_BY_DRIVER = 1 << 14;

  private final String device;
  private final ReentrantLock lock;
  private final DeviceBlocks blocks;
  private final HostCopies copies;
  private final DeviceBlock nothing;
  private final DeviceBlock tried;
  private final ResidentTarget target;
  private final RecordedBatches windows;
  private boolean closed;

  /** What is done with the device. */
  @FunctionalInterface
  interface Use {
    /** Does it. */
    void run() throws DeviceException;
  }

  private ResidentSession(
      String device,
      ReentrantLock lock,
      ResidentTarget target,
      DeviceBlocks blocks,
      HostCopies copies,
      DeviceBlock nothing,
      DeviceBlock tried) {
    this.device = device;
    this.lock = lock;
    this.target = target;
    this.blocks = blocks;
    this.copies = copies;
    this.nothing = nothing;
    this.tried = tried;
    this.windows = new RecordedBatches(target);
  }

  /**
   * Begins to use a device, and makes sure that what is copied there comes back.
   *
   * @param device what messages call it
   * @param lock held by the caller
   * @throws TornadoException if this version of TornadoVM does not keep arrays as it should
   */
  public static ResidentSession open(
      String device,
      ReentrantLock lock,
      ResidentTarget target,
      MemorySize memory,
      KernelLoader loader)
      throws TornadoException {
    OwnKernels kernels = new OwnKernels(loader);
    DeviceBlocks blocks =
        new DeviceBlocks(target, kernels, memory.largestArray(), memory.bytes() / IDLE_PART);
    HostCopies copies = new HostCopies(target, kernels);
    DeviceBlock nothing = blocks.take(0);
    int[] came = new int[TRIED];
    copies.store(
        nothing,
        Integer.BYTES,
        1,
        TRIED,
        (first, count, at) -> {
          for (int i = first; i < first + count; i++) {
            at.putInt(~i);
          }
        });
    copies.load(
        nothing,
        Integer.BYTES,
        1,
        TRIED,
        (first, count, at) -> at.asIntBuffer().get(came, first, count));
    for (int i = 1; i < TRIED; i++) {
      if (came[i] != ~i) {
        throw new TornadoException("what was copied to the device came back as something else");
      }
    }
    // From now on nothing is recorded on other devices, which what the driver is asked for
    // disturbs.
    target.api().opened();
    DeviceBlock tried;
    try {
      tried = blocks.take(TRIED_BY_DRIVER);
      copies.askDriver(tried);
    } catch (TornadoException | RuntimeException | Error e) {
      target.api().closed();
      throw e;
    }
    return new ResidentSession(device, lock, target, blocks, copies, nothing, tried);
  }

  DeviceBlocks blocks() {
    return blocks;
  }

  HostCopies copies() {
    return copies;
  }

  /** Stands for arrays that a kernel does not touch. */
  DeviceBlock nothing() {
    return nothing;
  }

  /** Memory of more than a page, which holds nothing that anybody needs. */
  DeviceBlock tried() {
    return tried;
  }

  ResidentTarget target() {
    return target;
  }

  /** Which kernels run together. */
  RecordedBatches windows() {
    return windows;
  }

  /**
   * Uses the device.
   *
   * @throws DeviceException if it has been closed
   */
  void use(Use use) throws DeviceException {
    lock.lock();
    try {
      if (closed) {
        throw new DeviceException(device + " has been closed");
      }
      use.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives the memory back. By whoever holds the lock.
   *
   * @throws TornadoException if TornadoVM fails
   */
  public void close() throws TornadoException {
    if (!closed) {
      closed = true;
      target.api().closed();
      copies.close(nothing);
      blocks.freeAll();
    }
  }

  /** The same, unless something holds the device for long. */
  void closeIfIdle() throws TornadoException {
    try {
      // The first looks whatever interruption is pending.
      if (lock.tryLock() || lock.tryLock(LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          close();
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
