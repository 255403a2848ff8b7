package dev.slipstream.opencl.kernel;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a driver takes long to build a kernel for which a loop waits. One thread watches all
 * builds of a device; it ends when there have been none for some time. Thread-safe.
 */
final class BuildWatch {
  /**
   * Tests that expect no line on stderr set a longer time: under load a build may take that long.
   */
  private static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("slipstream.test.patience", 5));

  /** As long as a program usually needs to reach the kernels of its first loops. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  private final String device;
  private final Log log;
  private final Duration patience;
  private final ScheduledThreadPoolExecutor watching;

  /**
   * @param device the device's name in messages
   */
  BuildWatch(String device, Log log) {
    this(device, log, PATIENCE, IDLE);
  }

  /**
   * @param patience how long a build may take before it is reported
   * @param idle how long the thread waits for the next build
   */
  BuildWatch(String device, Log log, Duration patience, Duration idle) {
    this.device = device;
    this.log = log;
    this.patience = patience;
    watching =
        new ScheduledThreadPoolExecutor(1, work -> RuntimeThreads.named("slipstream-build", work));
    watching.setRemoveOnCancelPolicy(true);
    watching.setKeepAliveTime(idle.toNanos(), TimeUnit.NANOSECONDS);
    watching.allowCoreThreadTimeOut(true);
  }

  /** A build that is watched until it is closed. */
  interface Watched extends AutoCloseable {
    /** Ends the watch: the kernel is built, or will not be. */
    @Override
    void close();
  }

  /**
   * Begins to watch a build.
   *
   * @param kernel the kernel's name in messages
   */
  Watched begin(String kernel) {
    @Nullable Future<?> late = null;
    try {
      late = watching.schedule(() -> tell(kernel), patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (OutOfMemoryError noThread) {
      // The kernel is built without being watched.
      log.debug(() -> "the time that drivers take to build kernels is not watched", noThread);
    }
    @Nullable Future<?> known = late;
    return () -> {
      if (known != null) {
        known.cancel(/* mayInterruptIfRunning= */ false);
      }
    };
  }

  private void tell(String kernel) {
    log.warn(
        "the driver of "
            + device
            + " has been building the kernel "
            + kernel
            + " for "
            + patience.toSeconds()
            + " s; the loop waits for it. With slipstream.device=cpu it does not need one");
  }
}
