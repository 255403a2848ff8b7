package dev.slipstream.runtime.execution;

import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.runtime.fixture.Pipeline;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.task.BufferAccess;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that submits tiny tasks through all graphs to the executor, to be run in a JVM with a
 * small heap. It prints {@code kernels most-tasks most-instructions µs-per-task}.
 */
final class TinyTasks {
  private static final int CELLS = 8;

  private TinyTasks() {}

  /**
   * Arguments: how many tasks, how many threads run kernels (0 for the executor thread), whether
   * old arrays are forgotten and new ones take their places.
   */
  public static void main(String[] arguments) {
    int tasks = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    boolean newArrays = Boolean.parseBoolean(arguments[2]);
    AtomicLong kernels = new AtomicLong();
    Pipeline.Parts parts = new Pipeline.Parts();
    parts.threads = threads;
    parts.work =
        job -> {
          if (job.work() instanceof Instruction.Kernel) {
            kernels.incrementAndGet();
          }
        };
    long start = System.nanoTime();
    int mostTasks;
    int mostInstructions;
    try (Pipeline program = new Pipeline(parts)) {
      Buffer first = program.array(CELLS);
      Buffer second = program.array(CELLS);
      for (int i = 0; i < tasks; i++) {
        program.loop(
            "Tiny.loop:1",
            CELLS,
            new BufferAccess(i % 2 == 0 ? first : second, AccessMode.READ, around(1)),
            new BufferAccess(i % 2 == 0 ? second : first, AccessMode.WRITE, oneToOne()));
        if (newArrays && i % 2 == 1) {
          program.forget(first);
          first = second;
          second = program.array(CELLS);
        }
      }
      mostTasks = program.mostLiveTasks();
      mostInstructions = program.mostLiveInstructions();
    }
    System.out.printf(
        Locale.ROOT,
        "%d %d %d %.2f%n",
        kernels.get(),
        mostTasks,
        mostInstructions,
        (System.nanoTime() - start) / 1e3 / tasks);
  }
}
