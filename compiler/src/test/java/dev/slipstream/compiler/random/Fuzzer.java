package dev.slipstream.compiler.random;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Runs kernels in batches, several at the same time, and collects their results in order. */
final class Fuzzer {
  /** Kernels of one class and one OpenCL program. */
  private static final int BATCH = 25;

  private final IntFunction<RandomKernel> kernels;
  private final Optional<OpenClTestDevice> device;
  private final int everyOnDevice;
  private final int threads;
  private final int batch;
  private final Tally tally = new Tally();
  private final List<Difference> differences = new ArrayList<>();

  /**
   * @param kernels by number
   * @param everyOnDevice the number of batches of which one is compared with the device's results
   */
  Fuzzer(
      IntFunction<RandomKernel> kernels,
      Optional<OpenClTestDevice> device,
      int everyOnDevice,
      int threads) {
    this(kernels, device, everyOnDevice, threads, BATCH);
  }

  /**
   * @param kernels by number
   * @param everyOnDevice the number of batches of which one is compared with the device's results
   * @param batch the number of kernels in a class: with fewer, less is run unnecessarily after a
   *     difference
   */
  Fuzzer(
      IntFunction<RandomKernel> kernels,
      Optional<OpenClTestDevice> device,
      int everyOnDevice,
      int threads,
      int batch) {
    this.kernels = kernels;
    this.device = device;
    this.everyOnDevice = everyOnDevice;
    this.threads = threads;
    this.batch = batch;
  }

  Tally tally() {
    return tally;
  }

  List<Difference> differences() {
    return differences;
  }

  /**
   * Runs kernels until there are no more, the time is over, or enough differences were found.
   *
   * @param first the first one's number
   * @param limits when to stop
   * @param progress receives the number after the last finished kernel, after each batch
   * @return the number of the first kernel that was not run
   */
  int run(int first, Limits limits, Sabotage sabotage, Consumer<Integer> progress)
      throws InterruptedException {
    long end = System.nanoTime() + limits.nanos;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Deque<Future<KernelBatch.Outcome>> running = new ArrayDeque<>();
    int started = first;
    int done = first;
    try {
      while (done < first + limits.count && differences.size() < limits.differences) {
        while (started < first + limits.count
            && running.size() < threads + 1
            && System.nanoTime() < end) {
          int from = started;
          started = Math.min(started + batch, first + limits.count);
          List<RandomKernel> together = batch(from, started);
          boolean onDevice = everyOnDevice > 0 && from / batch % everyOnDevice == 0;
          running.add(
              pool.submit(
                  () -> KernelBatch.run(together, sabotage, onDevice ? device : Optional.empty())));
        }
        if (running.isEmpty()) {
          break;
        }
        KernelBatch.Outcome outcome = running.remove().get();
        tally.add(outcome.tally());
        differences.addAll(outcome.differences());
        done = Math.min(done + batch, first + limits.count);
        progress.accept(done);
      }
    } catch (ExecutionException e) {
      throw new AssertionError("kernels from " + done + " on", e.getCause());
    } finally {
      // Running batches use the device, so they must end before it is closed.
      running.forEach(batch -> batch.cancel(/* mayInterruptIfRunning= */ false));
      pool.shutdown();
      while (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        System.out.println("waiting for the kernels that still run");
      }
    }
    return done;
  }

  private List<RandomKernel> batch(int from, int to) {
    List<RandomKernel> batch = new ArrayList<>();
    for (int number = from; number < to; number++) {
      batch.add(kernels.apply(number));
    }
    return batch;
  }

  /**
   * The limits at which to stop.
   *
   * @param count the number of kernels
   * @param nanos the elapsed time
   * @param differences the number of differences
   */
  record Limits(int count, long nanos, int differences) {}
}
