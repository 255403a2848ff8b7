package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.LaunchPlan;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A loop that was taken: its kernel, and the decision about each of its executions. */
public interface LoopKernel {

  /** The number that the rewritten call site passes. */
  int site();

  /** The loop. */
  LoopName name();

  /**
   * The marked loops inside it, which became dimensions of its own or run in sequence within each
   * iteration.
   */
  List<LoopName> inner();

  /** The binary name of the kernel's class. */
  String className();

  /** The kernel's class file, in the form that {@code RangeKernel} of the runtime describes. */
  byte[] classFile();

  /** 1, 2 or 3. */
  int dimensions();

  /** The names of the kernel's parameters after the bounds, as the program has them. */
  List<String> parameterNames();

  /** The JVM type descriptors of the kernel's parameters after the bounds. */
  List<String> parameterTypes();

  /** The parameters, as indices, of which each iteration has an array of its own. */
  Set<Integer> scratch();

  /**
   * The kernel in the form that checks whatever may throw. It has the same parameters, and the one
   * for violations at the end even if the loop's own kernel has none. Each call makes it anew.
   */
  KernelCode checked();

  /**
   * The kernel that only looks whether an iteration throws. Each call makes it anew.
   *
   * @param checked whether it stands for {@link #checked()}, or for the loop's own kernel
   * @return empty if that depends on what iterations write to captured arrays, or if the loop is a
   *     reduction
   */
  Optional<InspectorCode> inspector(boolean checked);

  /**
   * What the number of a violation means, {@code line 12: x[c[k]] lies outside x}.
   *
   * @param number 1 or more
   */
  String violation(int number);

  /** Remarks for the report; may be empty. */
  String note();

  /** What is known of the loop before it runs: its iterations, captures and accesses, as lines. */
  List<String> analysis();

  /**
   * Decides about one execution. Thread-safe.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures what the call site passed
   */
  LaunchPlan plan(int start, Object[] captures);

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
