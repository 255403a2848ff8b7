package dev.slipstream.opencl;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.driver.SignalHandlers;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.opencl.kernel.KernelTranslator;
import dev.slipstream.opencl.launch.DeviceSession;
import dev.slipstream.opencl.launch.ResidentSession;
import dev.slipstream.opencl.memory.Staging;
import dev.slipstream.opencl.resident.DeviceKernel;
import dev.slipstream.opencl.resident.ResidentKernel;
import dev.slipstream.opencl.resident.ResidentLanes;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.KernelFallback;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.Work;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One OpenCL device. Opened when its first kernel is prepared, since opening takes time and memory
 * on a device that may never be chosen. One lock guards everything behind it.
 */
final class OpenClDevice implements Device, ResidentDevice {
  private static final long LONGEST_CLOSE_MILLIS = 1000;

  private final String id;
  private final DeviceFacts facts;
  private final KernelTranslator translator;
  private final FaultInjection faults;
  private final KernelBuilder builder;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable DeviceSession session;
  private final List<ResidentSession> residents = new ArrayList<>();
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
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    BuiltKernel whole = build(translator.translate(kernel));
    return new OpenClKernel(
        new DeviceKernel(whole, kernel, () -> build(translator.translateForParts(kernel))));
  }

  /** A kernel that this device has built. */
  private final class OpenClKernel implements PreparedKernel {
    private final DeviceKernel kernel;

    OpenClKernel(DeviceKernel kernel) {
      this.kernel = kernel;
    }

    OpenClDevice device() {
      return OpenClDevice.this;
    }

    @Override
    public LaunchResult launch(Launch launch) throws DeviceException {
      return OpenClDevice.this.launch(kernel.built(), kernel.source().parameters(), launch);
    }
  }

  @Override
  public Optional<ResidentDevice> resident() {
    return Optional.of(this);
  }

  @Override
  public long memoryBytes() {
    // A CPU device's memory is the host's, where the arrays themselves are, too.
    return facts.kind() == DeviceFacts.Kind.CPU
        ? facts.globalMemoryBytes() / 2
        : facts.globalMemoryBytes() / 10 * 9;
  }

  @Override
  public long largestArrayBytes() {
    return facts.maxAllocationBytes();
  }

  @Override
  public ResidentLanes lanes(KernelFallback fallback, MemoryStore store) throws DeviceException {
    lock.lock();
    SignalHandlers.note();
    try {
      ResidentSession opened = session().openResident(Staging.in(), Staging.out());
      residents.removeIf(known -> known.awaitRelease(0));
      residents.add(opened);
      return new ResidentLanes(id, opened, fallback, store);
    } catch (ClException e) {
      throw failed("could not be opened", e);
    } finally {
      SignalHandlers.putBack();
      lock.unlock();
    }
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch) {
    return work(kernel, launch, List.of());
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch, List<Integer> loops) {
    return kernel instanceof OpenClKernel own
            && own.device() == this
            && (!loops.isEmpty() || arraysFit(own.kernel, launch))
        ? Optional.of(new ResidentKernel(own.kernel, launch, loops))
        : Optional.empty();
  }

  /**
   * Whether each array fits as a whole; who divides a loop knows how large the parts are. Arrays of
   * arrays are up to who makes their buffers: adding rows up each time takes long.
   */
  private boolean arraysFit(DeviceKernel kernel, Launch launch) {
    for (int p = 0; p < launch.arguments().length; p++) {
      KernelParameter parameter = kernel.source().parameters().get(p);
      Object array = launch.arguments()[p];
      if (parameter.depth() == 1
          && array != null
          && array.getClass().isArray()
          && (long) Array.getLength(array) * parameter.elementBytes() > largestArrayBytes()) {
        return false;
      }
    }
    return true;
  }

  /** Devices of one model: a loop takes as long as the slowest part. */
  @Override
  public boolean sharesWith(ResidentDevice other) {
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
    lock.lock();
    SignalHandlers.note();
    try {
      return session().build(given);
    } catch (ClException e) {
      throw failed("could not prepare a kernel", e);
    } finally {
      SignalHandlers.putBack();
      lock.unlock();
    }
  }

  private LaunchResult launch(BuiltKernel kernel, List<KernelParameter> parameters, Launch launch)
      throws DeviceException {
    lock.lock();
    try {
      return session().launch(kernel, parameters, launch);
    } catch (ClException e) {
      throw failed("could not be opened", e);
    } finally {
      lock.unlock();
    }
  }

  private DeviceSession session() throws DeviceException, ClException {
    if (closed) {
      throw new DeviceException(id + " (" + facts.name() + ") has been closed");
    }
    DeviceSession open = session;
    if (open == null) {
      open = new DeviceSession(facts, faults, builder);
      session = open;
    }
    return open;
  }

  private DeviceException failed(String what, ClException cause) {
    return new DeviceException(
        id + " (" + facts.name() + ") " + what + ": " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    closed = true;
    if (!isIdleSoon()) {
      // OpenCL cannot stop a kernel. What it uses ends with the process.
      return;
    }
    try {
      DeviceSession open = session;
      session = null;
      if (open != null && areReleasedSoon()) {
        open.close();
      }
    } catch (ClException e) {
      // The device is gone for the caller either way; what is left ends with the process.
      System.getLogger(OpenClDevice.class.getName())
          .log(System.Logger.Level.DEBUG, "closing " + id, e);
    } finally {
      lock.unlock();
    }
  }

  /** Ends what arrays use that stay on the device, unless a kernel holds it for long. */
  private boolean areReleasedSoon() {
    residents.forEach(ResidentSession::close);
    boolean released = true;
    for (ResidentSession resident : residents) {
      released &= resident.awaitRelease(LONGEST_CLOSE_MILLIS);
    }
    return released;
  }

  /** Takes the lock, unless a launch holds it for long. */
  private boolean isIdleSoon() {
    try {
      return lock.tryLock(LONGEST_CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
