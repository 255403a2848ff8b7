package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;

/** A kernel on the CPU device. */
final class CpuKernel implements HostKernel {
  private final KernelClass kernel;
  private final int threads;
  private final WorkerPool workers;

  /**
   * The time of one iteration in the last launch, in nanoseconds of one thread; 0 before the first.
   * It is only a hint for the size of chunks, so threads may overwrite each other's values.
   */
  private volatile double nanosPerIteration;

  CpuKernel(KernelClass kernel, int threads, WorkerPool workers) {
    this.kernel = kernel;
    this.threads = threads;
    this.workers = workers;
  }

  @Override
  public LaunchResult launch(Launch launch) throws DeviceException {
    if (!launch.isChecked()) {
      return run(launch);
    }
    Overwritten before = Overwritten.of(launch);
    LaunchResult result;
    try {
      result = run(launch);
    } catch (DeviceException failure) {
      before.restore();
      throw failure.getCause() instanceof RuntimeException
          ? DeviceException.violated(DeviceException.UNNAMED_VIOLATION)
          : new DeviceException(String.valueOf(failure.getMessage()), failure);
    }
    int violation = ((int[]) launch.arguments()[launch.violation()])[0];
    if (violation != 0) {
      before.restore();
      throw DeviceException.violated(violation);
    }
    return result;
  }

  private LaunchResult run(Launch launch) throws DeviceException {
    long began = System.nanoTime();
    Chunks chunks = Chunks.of(launch.space(), threads, nanosPerIteration);
    ChunkRun run = new ChunkRun(kernel, launch.arguments(), chunks);
    int helpers = 0;
    workers.beginLaunch();
    try {
      helpers = run.lead(workers, threads);
    } catch (Throwable thrown) {
      run.fail(thrown);
    } finally {
      workers.endLaunch();
    }
    run.awaitEnd();
    if (run.failure().isPresent()) {
      throw failed(launch, run.failure().get());
    }
    long nanos = System.nanoTime() - began;
    nanosPerIteration = (double) nanos * (helpers + 1) / launch.space().iterations();
    return new LaunchResult(nanos, 0, 0, 0);
  }

  private static DeviceException failed(Launch launch, Throwable failure) {
    String message =
        "the loop's kernel ended with " + failure + " on a core; check memory and stack sizes";
    return launch.accesses().stream().anyMatch(ArrayAccess::writes)
        ? DeviceException.afterPartialResults(message, failure)
        : new DeviceException(message, failure);
  }
}
