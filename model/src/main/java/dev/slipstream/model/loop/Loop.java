package dev.slipstream.model.loop;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A loop that was taken: its kernels, and the decision about each of its executions. Thread-safe.
 */
public interface Loop {

  /** The loop's name. */
  LoopName name();

  /** The kernel. */
  RangeKernel kernel();

  /**
   * The kernel in the form that checks everything that could not be proven; made at the first call.
   * It has one parameter more, into which it writes the number of a violation.
   */
  RangeKernel checkedKernel();

  /**
   * The kernel that only finds out whether an iteration throws; made at each call.
   *
   * @param checked whether to inspect {@link #checkedKernel()} instead of {@link #kernel()}
   * @return empty if that cannot be found out before the loop runs
   */
  default Optional<Inspector> inspector(boolean checked) {
    return Optional.empty();
  }

  /**
   * The meaning of a violation's number, as shown to users: {@code line 12: x[c[k]] lies outside
   * x}.
   */
  String violation(int number);

  /** Remarks for the report, such as {@code Math.sin ≤ 1 ulp}; may be empty. */
  String note();

  /**
   * Whether the program's own loop always runs in the JVM's interpreter, because its method is too
   * long for the JIT. A kernel is compiled all the same.
   */
  default boolean isInterpreted() {
    return false;
  }

  /**
   * Whether the results' bits would differ if the program ran the loop itself, since it rounds in
   * another order. A kernel runs it on the host, too.
   */
  default boolean hasFixedOrder() {
    return false;
  }

  /** The kernel's parameters. */
  default List<KernelParameter> parameters() {
    return kernel().parameters();
  }

  /** The length of the kernel's class file in bytes, which a plan's first cost grows with. */
  default int kernelBytes() {
    return kernel().classFile().length;
  }

  /**
   * Whether executions can be planned without a preparation that takes longer than a plan; false
   * while it is prepared on another thread.
   */
  default boolean isPrepared() {
    return true;
  }

  /**
   * Begins the preparation on another thread, unless it has begun. If it has not ended, {@link
   * #plan} and {@link #kernel} wait for it, or do it themselves.
   *
   * @param start the loop variable's value at an execution's entry
   * @param captures the values passed by its call site
   * @param took is called with the time that it has taken, in nanoseconds
   */
  default void prepare(int start, Object[] captures, LongConsumer took) {
    // Most loops are prepared from the beginning.
  }

  /**
   * Called when an execution that was planned is about to leave the host.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values passed by the call site
   */
  default void leaves(int start, Object[] captures) {
    // Most loops need not know.
  }

  /**
   * The elements that one of the first executions read and wrote, and how it can be divided, as
   * lines for the report: {@code u: read neighborhood(1,1)}. Empty before that execution, and if
   * this is not known.
   */
  default List<String> mapperLines() {
    return List.of();
  }

  /**
   * Decides whether one execution of the loop may leave the host. It may if its bounds are known,
   * every array access is inside its array and nothing else can throw. Reads no array elements.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values passed by the call site, null where the program has a null
   */
  LaunchPlan plan(int start, Object[] captures);
}
