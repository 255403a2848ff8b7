package dev.slipstream.tornado;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.Facts;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import dev.slipstream.tornado.kernel.KernelGenerator;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import dev.slipstream.tornado.launch.KernelExecutions;
import dev.slipstream.tornado.launch.KernelLaunch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One device of TornadoVM. A lock that all of them share guards TornadoVM, which is used by one
 * thread at a time.
 */
final class TornadoDevice implements Device {
  private static final long LONGEST_CLOSE_MILLIS = 1000;

  private final String id;
  private final TornadoApi api;
  private final Target target;
  private final KernelGenerator generator;
  private final Facts facts;
  private final ProgramClasses classes;
  private final ReentrantLock lock;
  private final List<KernelExecutions> prepared = new ArrayList<>();
  private volatile boolean closed;

  TornadoDevice(
      String id,
      TornadoApi api,
      Target target,
      KernelGenerator generator,
      Facts facts,
      ProgramClasses classes,
      ReentrantLock lock) {
    this.id = id;
    this.api = api;
    this.target = target;
    this.generator = generator;
    this.facts = facts;
    this.classes = classes;
    this.lock = lock;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String description() {
    return target.name() + " (" + target.backend() + " of TornadoVM " + api.version() + ")";
  }

  @Override
  public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
    try {
      GeneratedKernel generated = generator.generate(kernel);
      Class<?> task =
          classes.add(
              List.of(generated.kernelClass(), generated.taskClass()),
              List.of(generated.kernelFile(), generated.taskFile()));
      KernelExecutions executions =
          new KernelExecutions(
              api, target, generated, task.getConstructor().newInstance(), facts.compilerFlags());
      lock.lock();
      try {
        prepared.add(executions);
      } finally {
        lock.unlock();
      }
      return new TornadoKernel(executions);
    } catch (UnsupportedKernelException e) {
      throw new DeviceException("TornadoVM cannot run it: " + e.getMessage(), e);
    } catch (TornadoException e) {
      throw TornadoBackend.asDeviceException(e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new DeviceException("TornadoVM's API does not fit the kernel: " + e, e);
    }
  }

  /** A kernel that was given to TornadoVM, which compiles it when it runs first. */
  private final class TornadoKernel implements PreparedKernel {
    private final KernelExecutions executions;
    private @Nullable TornadoException refused;

    TornadoKernel(KernelExecutions executions) {
      this.executions = executions;
    }

    @Override
    public LaunchResult launch(Launch launch) throws DeviceException {
      lock.lock();
      try {
        if (closed) {
          throw new DeviceException(id + " (" + target.name() + ") has been closed");
        }
        if (refused != null) {
          throw refusal(refused);
        }
        return new KernelLaunch(executions, launch).run();
      } catch (TornadoException e) {
        refused = e;
        throw refusal(e);
      } finally {
        lock.unlock();
      }
    }
  }

  private static DeviceException refusal(TornadoException e) {
    return DeviceException.refusedAtLaunch("TornadoVM cannot run it: " + e.getMessage(), e);
  }

  /** A launch in flight is waited for, unless it takes long: then its memory ends with the JVM. */
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
      for (KernelExecutions executions : prepared) {
        executions.close();
      }
      prepared.clear();
    } catch (TornadoException e) {
      System.getLogger(TornadoDevice.class.getName())
          .log(System.Logger.Level.DEBUG, "closing " + id, e);
    } finally {
      lock.unlock();
    }
  }
}
