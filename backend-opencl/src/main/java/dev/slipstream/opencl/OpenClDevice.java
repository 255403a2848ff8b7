package dev.slipstream.opencl;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.SignalHandlers;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.opencl.kernel.KernelBuilder;
import dev.slipstream.opencl.kernel.KernelText;
import dev.slipstream.opencl.kernel.KernelTranslator;
import dev.slipstream.opencl.launch.DeviceSession;
import dev.slipstream.opencl.resident.ResidentKernel;
import dev.slipstream.opencl.resident.ResidentLane;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.ResidentDevice;
import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.runtime.scheduling.Work;
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
    BuiltKernel binary = build(kernel);
    List<KernelParameter> parameters = kernel.parameters();
    return new OpenClKernel(binary, parameters);
  }

  /** A kernel that this device has built. */
  private final class OpenClKernel implements PreparedKernel {
    private final BuiltKernel binary;
    private final List<KernelParameter> parameters;

    OpenClKernel(BuiltKernel binary, List<KernelParameter> parameters) {
      this.binary = binary;
      this.parameters = parameters;
    }

    @Override
    public LaunchResult launch(Launch launch) throws DeviceException {
      return OpenClDevice.this.launch(binary, parameters, launch);
    }
  }

  @Override
  public Optional<ResidentDevice> resident() {
    return Optional.of(this);
  }

  @Override
  public long memoryBytes() {
    return facts.globalMemoryBytes() / 10 * 9;
  }

  @Override
  public ResidentLane lanes() throws DeviceException {
    return lane();
  }

  @Override
  public Optional<Work> work(PreparedKernel kernel, Launch launch) {
    if (!(kernel instanceof OpenClKernel own) || launch.isChecked()) {
      return Optional.empty();
    }
    return Optional.of(new ResidentKernel(own.binary, own.parameters, launch));
  }

  private KernelText text(RangeKernel kernel) throws DeviceException {
    KernelText text = translator.translate(kernel);
    return new KernelText(
        faults.kernelText(text.text()),
        text.kernelName(),
        text.usesFloat(),
        text.usesDouble(),
        text.usesByteStores(),
        text.fastMath());
  }

  /**
   * Opens a lane on which arrays stay on the device between kernels.
   *
   * @throws DeviceException if the device cannot be opened
   */
  ResidentLane lane() throws DeviceException {
    lock.lock();
    SignalHandlers.note();
    try {
      return new ResidentLane(id, session(), lock);
    } catch (ClException e) {
      throw failed("could not be opened", e);
    } finally {
      SignalHandlers.putBack();
      lock.unlock();
    }
  }

  /**
   * Builds a kernel for {@link #lane}.
   *
   * @throws DeviceException if this device cannot run the kernel; the message says why
   */
  BuiltKernel build(RangeKernel kernel) throws DeviceException {
    KernelText text = text(kernel);
    lock.lock();
    SignalHandlers.note();
    try {
      return session().build(text);
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
      if (open != null) {
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
