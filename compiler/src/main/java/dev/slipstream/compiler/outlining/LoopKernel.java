package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Optional;

/** A loop that was taken, and what is known of it besides what its executions need. */
public interface LoopKernel extends Loop {

  /** The number that the rewritten call site passes. */
  int site();

  /**
   * The marked loops inside it, which became dimensions of its own or run in sequence within each
   * iteration.
   */
  List<LoopName> inner();

  /**
   * A class that estimates the work of an execution from what its call site passes, quicker than
   * {@link #plan}: the file of a class in the package of the boot classes, with a method {@code
   * static double work(int start, captures…)}. It gives bytecode instructions, NaN where they are
   * not known, and infinity where the execution has to be looked at.
   *
   * @return empty if no execution may be left to the program without a look, since its results
   *     would have other bits
   */
  Optional<byte[]> workClass();

  /** What is known of the loop before it runs: its iterations, captures and accesses, as lines. */
  List<String> analysis();

  /**
   * What the chunks of one execution read and write. Executions over arrays of the same lengths
   * share one answer. Thread-safe. It is for executions of which {@link #plan} says that they may
   * run; what is found then holds as long as no kernel finds a violation.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures what the call site passed
   * @return empty if there is nothing to run as a kernel
   */
  Optional<LoopMappers> mappers(int start, Object[] captures);

  /**
   * How the mappers of one execution are found, as lines for people: of each access the index as a
   * sum, the numbers that it can be, and the boxes of a chunk; why the loop cannot be divided.
   * Thread-safe.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures what the call site passed
   * @return no lines if there is nothing to run as a kernel
   */
  List<String> derivation(int start, Object[] captures);
}
