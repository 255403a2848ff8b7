package dev.slipstream.opencl;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.driver.SignalHandlers;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.opencl.kernel.KernelTranslator;
import dev.slipstream.opencl.launch.OpenClContext;
import dev.slipstream.opencl.launch.OpenClKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.PreparedKernel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One OpenCL device. It is opened when its first kernel is prepared, since opening takes time and
 * memory on a device that may never be chosen. One lock guards everything that is opened and built.
 */
final class OpenClDevice implements Device {
  private static final long LONGEST_CLOSE_MILLIS = 1000;

  private final String id;
  private final DeviceFacts facts;
  private final KernelTranslator translator;
  private final FaultInjection faults;
  private final KernelBuilder builder;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable OpenClContext context;

  /** Actions that close the open memories. Guarded by itself. */
  private final Set<Runnable> open = new LinkedHashSet<>();

  private volatile boolean closed;

  OpenClDevice(
      String id,
      DeviceFacts facts,
      KernelTranslator translator,
      FaultInjection faults,
      DeviceEnvironment environment) {
    this.id = id;
    this.facts = facts;
    this.translator = translator;
    this.faults = faults;
    this.builder = new KernelBuilder(facts, faults, environment);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String description() {
    return facts.name();
  }

  @Override
  public void expectKernels() throws DeviceException {
    inContext("could not be opened", there -> there);
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    BuiltKernel whole = build(translator.translate(kernel));
    return new OpenClKernel(whole, kernel, () -> build(translator.translateForParts(kernel)));
  }

  @Override
  public boolean isHostProcessor() {
    return facts.kind() == DeviceFacts.Kind.CPU;
  }

  @Override
  public boolean keepsArrays() {
    return true;
  }

  @Override
  public long memoryBytes() {
    // A CPU device's memory is the host's, which also contains the arrays themselves.
    return facts.kind() == DeviceFacts.Kind.CPU
        ? facts.globalMemoryBytes() / 2
        : facts.globalMemoryBytes() / 10 * 9;
  }

  @Override
  public long largestArrayBytes() {
    return facts.maxAllocationBytes();
  }

  @Override
  public DeviceMemory open(Runnable whenClosed) throws DeviceException {
    DeviceMemory memory =
        inContext("could not be opened", there -> there.memory(() -> over(whenClosed)));
    synchronized (open) {
      open.add(whenClosed);
    }
    return memory;
  }

  private void over(Runnable whenClosed) {
    synchronized (open) {
      open.remove(whenClosed);
      open.notifyAll();
    }
  }

  /** Shares with devices of the same model: a loop takes as long as its slowest part. */
  @Override
  public boolean sharesWith(Device other) {
    return other instanceof OpenClDevice device
        && device.facts.kind() == facts.kind()
        && device.facts.name().equals(facts.name());
  }

  @Override
  public boolean sharesWithHost() {
    return true;
  }

  private BuiltKernel build(KernelText text) throws DeviceException {
    KernelText given = text.with(faults.kernelText(text.text()));
    return inContext("could not prepare a kernel", there -> there.build(given));
  }

  /** An action that uses the context. */
  @FunctionalInterface
  private interface Use<T> {
    T run(OpenClContext there) throws DeviceException;
  }

  private <T> T inContext(String failure, Use<T> use) throws DeviceException {
    lock.lock();
    SignalHandlers.note();
    try {
      return use.run(context());
    } catch (ClException e) {
      throw new DeviceException(
          id + " (" + facts.name() + ") " + failure + ": " + e.getMessage(), e);
    } finally {
      SignalHandlers.putBack();
      lock.unlock();
    }
  }

  private OpenClContext context() throws DeviceException {
    if (closed) {
      throw new DeviceException(id + " (" + facts.name() + ") has been closed");
    }
    OpenClContext known = context;
    if (known == null) {
      known = new OpenClContext(facts, faults, builder);
      context = known;
    }
    return known;
  }

  @Override
  public void close() {
    closed = true;
    if (!isIdleSoon()) {
      // A compilation holds the lock. Its resources are released when the process ends.
      return;
    }
    try {
      OpenClContext known = context;
      context = null;
      if (areClosedSoon() && known != null) {
        known.close();
      }
    } catch (ClException e) {
      // For the caller the device is closed in any case; remaining resources are released when the
      // process ends.
      System.getLogger(OpenClDevice.class.getName())
          .log(System.Logger.Level.DEBUG, "closing " + id, e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes the device's memories, unless a kernel uses them for too long: OpenCL cannot stop a
   * kernel. An interruption ends the wait and remains pending.
   */
  private boolean areClosedSoon() {
    List<Runnable> endings;
    synchronized (open) {
      endings = new ArrayList<>(open);
    }
    endings.forEach(Runnable::run);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_CLOSE_MILLIS);
    synchronized (open) {
      try {
        for (long left = LONGEST_CLOSE_MILLIS; !open.isEmpty() && left > 0; ) {
          open.wait(left);
          left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return open.isEmpty();
    }
  }

  /** Takes the lock, unless another thread holds it for too long. */
  private boolean isIdleSoon() {
    try {
      return lock.tryLock(LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
