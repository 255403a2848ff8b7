package dev.slipstream.tornado.graph;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.tornado.binding.MemorySize;
import dev.slipstream.tornado.binding.TornadoException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An open device, shared by all that have opened its memory. Calls of TornadoVM for the device are
 * made while its lock is held. Calls that several devices must not make simultaneously wait in
 * {@link dev.slipstream.tornado.binding.TornadoApi}.
 */
public final class ResidentSession {
  /** The share of the device's memory that is kept for later requests. */
  private static final int IDLE_PART = 8;

  private static final int TRIED = 60;

  /** A lane may be preparing for jobs that do not arrive. */
  private static final long LONGEST_CLOSE_MILLIS = 50;

  /** Larger than a page. */
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

  /** An action on the device. */
  @FunctionalInterface
  interface Use {
    /** Runs the action. */
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
   * Opens a device, and checks that copied bytes can be read back unchanged.
   *
   * @param device the device's name in messages
   * @param lock held by the caller
   * @throws TornadoException if this version of TornadoVM does not keep arrays correctly
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
      throw new TornadoException(
          "elements that were copied to the device and back are not the same");
    }
    // From now on no other device records runs, because calls of the driver would disturb the
    // recording.
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

  /** Returns the block that stands for arrays that a kernel does not touch. */
  DeviceBlock nothing() {
    return nothing;
  }

  /** Returns a block larger than a page, for trial copies only. */
  DeviceBlock spare() {
    return spare;
  }

  /** Returns the windows of kernels that run together. */
  RecordedBatches windows() {
    return windows;
  }

  /**
   * Runs an action on the device.
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
   * Adds a user of the device. The caller holds the lock.
   *
   * @return false if the device is closed
   */
  public boolean join() {
    users += closed ? 0 : 1;
    return !closed;
  }

  /**
   * Frees the memory. The caller holds the lock.
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

  /**
   * Removes a user; the last one closes the device, unless another thread holds its lock for long.
   */
  void leave() throws TornadoException {
    try {
      // The first call ignores a pending interruption.
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
