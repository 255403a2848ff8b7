package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.tornado.binding.MemorySize;
import dev.slipstream.tornado.binding.TornadoException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A device in use, by all that have opened its memory. Whatever is asked of TornadoVM for it is
 * asked while the device's lock is held; what several devices must not ask at a time waits in
 * {@link dev.slipstream.tornado.binding.TornadoApi}.
 */
public final class ResidentSession {
  /** What is kept for other arrays: this part of the device's memory. */
  private static final int IDLE_PART = 8;

  private static final int TRIED = 60;

  /** A lane may be preparing for jobs that do not come. */
  private static final long LONGEST_CLOSE_MILLIS = 50;

  /** More than a page. */
  private static final int TRIED_BY_DRIVER = 1 << 14;

  private final String device;
  private final ReentrantLock lock;
  private final DeviceBlocks blocks;
  private final HostCopies copies;
  private final DeviceBlock nothing;
  private final DeviceBlock spare;
  private final TornadoTarget target;
  private final RecordedBatches windows;
  private int users;
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
      TornadoTarget target,
      DeviceBlocks blocks,
      HostCopies copies,
      DeviceBlock nothing,
      DeviceBlock spare) {
    this.device = device;
    this.lock = lock;
    this.target = target;
    this.blocks = blocks;
    this.copies = copies;
    this.nothing = nothing;
    this.spare = spare;
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
      TornadoTarget target,
      MemorySize memory,
      KernelLoader loader)
      throws TornadoException {
    DeviceBlocks blocks =
        new DeviceBlocks(target, loader, memory.largestArray(), memory.bytes() / IDLE_PART);
    HostCopies copies = new HostCopies(target, loader);
    DeviceBlock nothing = blocks.take(0);
    ByteBuffer tried = ByteBuffer.allocateDirect(TRIED).order(ByteOrder.nativeOrder());
    for (int at = 0; at < TRIED; at++) {
      tried.put((byte) ~at);
    }
    copies.write(nothing, Integer.BYTES, tried.clear());
    ByteBuffer came = ByteBuffer.allocateDirect(TRIED).order(ByteOrder.nativeOrder());
    copies.read(nothing, Integer.BYTES, came);
    if (!came.clear().equals(tried)) {
      throw new TornadoException("what was copied to the device came back as something else");
    }
    // From now on nothing is recorded on other devices, which what the driver is asked for
    // disturbs.
    target.api().opened();
    DeviceBlock spare;
    try {
      spare = blocks.take(TRIED_BY_DRIVER);
      copies.askDriver(spare);
    } catch (TornadoException | RuntimeException | Error e) {
      target.api().closed();
      throw e;
    }
    return new ResidentSession(device, lock, target, blocks, copies, nothing, spare);
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
  DeviceBlock spare() {
    return spare;
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
   * Somebody uses it from now on. By whoever holds the lock.
   *
   * @return false if it is closed
   */
  public boolean join() {
    users += closed ? 0 : 1;
    return !closed;
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

  /** The same when the last one leaves, unless something holds the device for long. */
  void leave() throws TornadoException {
    try {
      // The first looks whatever interruption is pending.
      if (lock.tryLock() || lock.tryLock(LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          if (--users == 0) {
            close();
          }
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
