package dev.slipstream.opencl.kernel;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Says that a driver builds a kernel for long, while the loop waits for it. */
final class BuildWatch {
  /** Tests that want no line on stderr have more: under load a build may take as long. */
  private static final int PATIENCE_SECONDS = Integer.getInteger("slipstream.test.patience", 5);

  private final CountDownLatch built = new CountDownLatch(1);

  private BuildWatch() {}

  /**
   * Begins to watch.
   *
   * @param device what messages call the device
   * @param kernel what they call the kernel
   */
  static BuildWatch begin(String device, String kernel, Log log) {
    BuildWatch watch = new BuildWatch();
    try {
      RuntimeThreads.named("slipstream-build", () -> watch.run(device, kernel, log)).start();
    } catch (OutOfMemoryError noThread) {
      // The kernel is built without a watch.
      log.debug(() -> "nobody watches how long kernels are built", noThread);
    }
    return watch;
  }

  private void run(String device, String kernel, Log log) {
    try {
      if (!built.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        log.warn(
            "the driver of "
                + device
                + " has been building the kernel "
                + kernel
                + " for "
                + PATIENCE_SECONDS
                + " s; the loop waits for it. With slipstream.device=cpu it does not need one");
      }
    } catch (InterruptedException e) {
      // Somebody interrupts all threads; then nobody is told.
      Thread.currentThread().interrupt();
    }
  }

  /** The kernel is built, or will not be. */
  void end() {
    built.countDown();
  }
}
