package dev.slipstream.runtime.device.cpu;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;

/** A kernel on the CPU device. */
final class CpuKernel implements HostKernel {
  /** Launches whose threads allocate more than this part of the heap are made undoable. */
  private static final int LITTLE = 16;

  private final long newBytes;
  private final int[] scratch;
  private final KernelClass kernel;
  private final int threads;
  private final WorkerPool workers;

  /**
   * The time of one iteration in the last launch, in nanoseconds of one thread; 0 before the first.
   * It is only a hint for the size of chunks, so threads may overwrite each other's values.
   */
  private volatile double nanosPerIteration;

  /**
   * @throws DeviceException if the kernel's class is not accepted
   */
  CpuKernel(RangeKernel source, int threads, WorkerPool workers) throws DeviceException {
    this.newBytes = source.newBytes();
    this.scratch = source.scratch().stream().mapToInt(p -> p).toArray();
    this.kernel = KernelClass.of(source);
    this.threads = threads;
    this.workers = workers;
  }

  @Override
  public LaunchResult launch(Launch launch) throws DeviceException {
    if (!launch.isChecked() && !allocatesMuch(launch)) {
      return run(launch);
    }
    Overwritten before = Overwritten.of(launch);
    LaunchResult result;
    try {
      result = run(launch);
    } catch (DeviceException failure) {
      before.restore();
      throw launch.isChecked() && failure.getCause() instanceof RuntimeException
          ? DeviceException.violated(DeviceException.UNNAMED_VIOLATION)
          : new DeviceException(String.valueOf(failure.getMessage()), failure);
    }
    int violation = launch.isChecked() ? ((int[]) launch.arguments()[launch.violation()])[0] : 0;
    if (violation != 0) {
      before.restore();
      throw DeviceException.violated(violation);
    }
    return result;
  }

  /**
   * Whether the arrays that all threads have for themselves may exhaust a heap that suffices for
   * the original loop, which has those of one iteration at a time.
   */
  private boolean allocatesMuch(Launch launch) {
    long each = newBytes;
    for (int parameter : scratch) {
      each += ArrayBytes.of(launch.arguments()[parameter]);
    }
    return each > 0 && each > Runtime.getRuntime().maxMemory() / LITTLE / threads;
  }

  private LaunchResult run(Launch launch) throws DeviceException {
    long began = System.nanoTime();
    Chunks chunks = chunks(launch.space());
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
    long iterations = launch.space().iterations();
    if (iterations > 0) {
      nanosPerIteration = (double) nanos * (helpers + 1) / iterations;
    }
    return new LaunchResult(nanos, 0, 0, 0);
  }

  private Chunks chunks(IterationSpace space) {
    double measured = nanosPerIteration;
    // Each piece copies the scratch arrays.
    return measured == 0 && scratch.length == 0
        ? Chunks.shortest(space, threads)
        : Chunks.of(space, threads, measured);
  }

  private static DeviceException failed(Launch launch, Throwable failure) {
    String message =
        "the loop's kernel ended with " + failure + " on a core; check memory and stack sizes";
    return launch.accesses().stream().anyMatch(ArrayAccess::writes)
        ? DeviceException.afterPartialResults(message, failure)
        : new DeviceException(message, failure);
  }
}
