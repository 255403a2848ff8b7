package dev.slipstream.compiler;

import java.util.List;

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
}
