package dev.slipstream.compiler.random;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes a kernel smaller as long as it keeps its kind of difference, in bounded time. */
final class Shrinker {
  private static final long SECONDS = Long.getLong("slipstream.fuzz.shrink", 30);

  private static final String START = "class Program {\n";

  /** The longest that one candidate may run. */
  private static final long PATIENCE = 10;

  private final Sabotage sabotage;
  private final Optional<OpenClTestDevice> device;
  private final ExecutorService runner;
  private boolean hangs;

  private Shrinker(Sabotage sabotage, Optional<OpenClTestDevice> device, ExecutorService runner) {
    this.sabotage = sabotage;
    this.device = device;
    this.runner = runner;
  }

  /** A difference with the kernel's source and a smaller one. */
  static String describe(Difference difference, long seed, Optional<OpenClTestDevice> device) {
    RandomKernel small = shrink(difference, Sabotage.NONE, device, SECONDS);
    return """
        ---- kernel %d of seed %d (-Dslipstream.test.seed=%d -Dslipstream.test.first=%d \
        -Dslipstream.test.count=1), %s, variant %d: %s
        ---- its source:
        %s
        ---- a smaller one with the same kind of difference:
        %s
        ----"""
        .formatted(
            difference.kernel().number(),
            seed,
            seed,
            difference.kernel().number(),
            difference.kind(),
            difference.variant(),
            difference.what(),
            difference.kernel().source(),
            small.source());
  }

  /** The smallest kernel found in a number of seconds. */
  static RandomKernel shrink(
      Difference difference, Sabotage sabotage, Optional<OpenClTestDevice> device, long seconds) {
    ExecutorService runner =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "shrinker");
              thread.setDaemon(true);
              return thread;
            });
    try {
      return new Shrinker(sabotage, device, runner).shrink(difference, seconds);
    } finally {
      runner.shutdownNow();
    }
  }

  private RandomKernel shrink(Difference difference, long seconds) {
    RandomKernel best = difference.kernel();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      int largest = Integer.MAX_VALUE;
      List<SourceEdits.Edit> edits = edits(best);
      for (int e = 0; e < edits.size(); e++) {
        if (System.nanoTime() > end || hangs) {
          return best;
        }
        SourceEdits.Edit edit = edits.get(e);
        if (edit.saved() > largest) {
          continue;
        }
        RandomKernel candidate =
            new RandomKernel(best.number(), unwrapped(edit.apply(wrapped(best))));
        if (differs(candidate, difference.kind())) {
          best = candidate;
          smaller = true;
          // Edits that would save more have been tried.
          largest = edit.saved();
          edits = edits(best);
          e = -1;
        }
      }
    }
    return best;
  }

  private static String wrapped(RandomKernel kernel) {
    return START + kernel.source() + "}";
  }

  private static String unwrapped(String text) {
    return text.substring(START.length(), text.length() - 1);
  }

  private static List<SourceEdits.Edit> edits(RandomKernel kernel) {
    return SourceEdits.of(wrapped(kernel));
  }

  private boolean differs(RandomKernel candidate, Difference.Kind kind) {
    Optional<OpenClTestDevice> used =
        kind == Difference.Kind.DEVICE || kind == Difference.Kind.BUILD ? device : Optional.empty();
    var outcome = runner.submit(() -> KernelBatch.run(List.of(candidate), sabotage, used));
    try {
      return outcome.get(PATIENCE, TimeUnit.SECONDS).differences().stream()
          .anyMatch(d -> d.kind() == kind);
    } catch (ExecutionException e) {
      // The candidate is no valid Java, alone or with the rest.
      return false;
    } catch (TimeoutException e) {
      // The thread cannot be stopped, so this is the end of the search.
      hangs = true;
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      hangs = true;
      return false;
    }
  }
}
