package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Optional;

/** A loop that was taken, with the facts about it that its executions do not need. */
public interface LoopKernel extends Loop {

  /** The number that the rewritten call site passes. */
  int site();

  /**
   * The marked loops inside it, which became dimensions or run in sequence within each iteration.
   */
  List<LoopName> inner();

  /** A checksum of the kernel's code and of what its call site passes. */
  long identity();

  /**
   * A class that estimates the work of an execution from the values that its call site passes,
   * faster than {@link #plan} does. It is the file of a class in the package of the boot classes,
   * with a method {@code static double work(int start, captures…)}. The method returns a number of
   * bytecode instructions. NaN means that the number is unknown, infinity that the execution must
   * be planned. A second method {@code static int enter(int start, captures…)} submits the
   * execution unless it passes the gate that is the class's data.
   *
   * @return empty if every execution must be planned, because the program's own loop would give
   *     results with other bits
   */
  Optional<byte[]> workClass();

  /**
   * The facts about the loop that are known before it runs, as lines of text: its iterations,
   * captures and accesses.
   */
  List<String> analysis();

  /**
   * The elements that the chunks of one execution read and write. Executions over arrays of the
   * same lengths share one result. Thread-safe. Only for executions that may run according to
   * {@link #plan}; the result is valid as long as no kernel finds a violation.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values that the call site passed
   * @return empty if there is nothing to run as a kernel
   */
  Optional<LoopMappers> mappers(int start, Object[] captures);

  /**
   * The derivation of the mappers of one execution, as lines of text for people: for each access
   * the index as a sum, its range, and the boxes of a chunk; also the reason if the loop cannot be
   * divided. Thread-safe.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values that the call site passed
   * @return no lines if there is nothing to run as a kernel
   */
  List<String> derivation(int start, Object[] captures);
}
