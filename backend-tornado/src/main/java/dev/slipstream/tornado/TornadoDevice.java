package dev.slipstream.tornado;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.tornado.binding.MemorySize;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.driver.CudaDriver;
import dev.slipstream.tornado.graph.KernelLoader;
import dev.slipstream.tornado.graph.ResidentSession;
import dev.slipstream.tornado.graph.TornadoKernel;
import dev.slipstream.tornado.graph.TornadoMemory;
import dev.slipstream.tornado.graph.TornadoTarget;
import dev.slipstream.tornado.kernel.Facts;
import dev.slipstream.tornado.kernel.KernelGenerator;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One device of TornadoVM. A lock guards its state and lets one thread at a time use it; other
 * threads may use other devices meanwhile.
 */
final class TornadoDevice implements Device {
  private static final long LONGEST_CLOSE_MILLIS = 1000;

  /**
   * Devices exchange elements through the host: each way is a copy that takes as long as several
   * direct copies would, and the device computes nothing meanwhile. Kernels need whole arrays.
   */
  private static final SharingCost COST =
      new SharingCost(
          SharingCost.USUAL.leastWork(),
          SharingCost.USUAL.leastLocalWork(),
          5 * SharingCost.USUAL.leastWorkPerByte(),
          Long.MAX_VALUE);

  private final String id;
  private final TornadoApi api;
  private final Target target;
  private final KernelLoader loader;
  private final Facts facts;
  private final TornadoTarget on;
  private final ReentrantLock lock = new ReentrantLock();
  private final boolean onlyWhenNamed;
  private final MemorySize memory;
  private final List<Runnable> whenClosed = new ArrayList<>();
  private @Nullable ResidentSession session;
  private volatile boolean closed;

  TornadoDevice(
      String id,
      TornadoApi api,
      Target target,
      KernelGenerator generator,
      Facts facts,
      ProgramClasses classes,
      boolean onlyWhenNamed)
      throws TornadoException {
    this.id = id;
    this.api = api;
    this.target = target;
    this.loader = new KernelLoader(generator, classes);
    this.facts = facts;
    this.onlyWhenNamed = onlyWhenNamed;
    this.on =
        new TornadoTarget(
            api, target, facts, facts.usesCuda() ? CudaDriver::of : TornadoTarget.Drivers.NONE);
    this.memory = api.memory(target);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String description() {
    String exact = facts.isExactOn(target.platform()) ? "" : ", perhaps not exact";
    return String.format(
        Locale.ROOT,
        "%s (%s of TornadoVM %s%s)",
        target.name(),
        target.backend(),
        api.version(),
        exact);
  }

  @Override
  public boolean onlyWhenNamed() {
    return onlyWhenNamed;
  }

  @Override
  public boolean leavesLoopsToOthers() {
    return true;
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    if (!kernel.fastMath() && !api.roundsEach()) {
      throw new DeviceException(
          "TornadoVM cannot run it: it fuses products and sums in this JVM, as the property"
              + " slipstream.fastMath allows");
    }
    try {
      return new TornadoKernel(on, loader, kernel);
    } catch (UnsupportedKernelException e) {
      throw new DeviceException("TornadoVM cannot run it: " + e.getMessage(), e);
    } catch (TornadoException e) {
      throw TornadoBackend.asDeviceException(e);
    }
  }

  @Override
  public boolean keepsArrays() {
    return true;
  }

  /** TornadoVM reads class files on these threads. */
  @Override
  public List<String> threads() {
    return List.of("TornadoExecutorThread");
  }

  /**
   * Arrays get only a part of the memory: blocks are somewhat larger than arrays, some are kept for
   * later, and launches copy arrays.
   */
  @Override
  public long memoryBytes() {
    return memory.bytes() / 8 * 5;
  }

  @Override
  public long largestArrayBytes() {
    return memory.largestArray();
  }

  @Override
  public DeviceMemory open(Runnable atEnd) throws DeviceException {
    lock.lock();
    try {
      if (closed) {
        throw new DeviceException(id + " (" + target.name() + ") has been closed");
      }
      ResidentSession used = session;
      if (used == null || !used.join()) {
        used = ResidentSession.open(id, lock, on, memory, loader);
        used.join();
        session = used;
      }
      whenClosed.add(atEnd);
      return new TornadoMemory(used);
    } catch (TornadoException e) {
      throw TornadoBackend.asDeviceException(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Only devices of the same model share a loop, because a loop takes as long as its slowest part.
   */
  @Override
  public boolean sharesWith(Device other) {
    return other instanceof TornadoDevice device && target.isLike(device.target);
  }

  @Override
  public boolean copiesToPeers() {
    return false;
  }

  @Override
  public SharingCost sharingCost() {
    return COST;
  }

  /**
   * Waits for a launch in flight, unless it takes long; in that case its memory is freed when the
   * JVM ends.
   */
  @Override
  public void close() {
    closed = true;
    try {
      if (!lock.tryLock(LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      whenClosed.forEach(Runnable::run);
      whenClosed.clear();
      if (session != null) {
        session.close();
      }
    } catch (TornadoException e) {
      System.getLogger(TornadoDevice.class.getName())
          .log(System.Logger.Level.DEBUG, "closing " + id, e);
    } finally {
      lock.unlock();
    }
  }
}
