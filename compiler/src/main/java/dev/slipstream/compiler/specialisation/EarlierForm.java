package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.outlining.LoopKernel;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * What is known of an open loop that an earlier start of the program has compiled for objects of
 * certain classes.
 */
public interface EarlierForm {
  /** The internal names of the objects' classes, in the order in which the objects are reached. */
  Map<Value, String> classes();

  /** What the loop captures. */
  ReachedCaptures captures();

  /**
   * The loop, which is compiled when the first execution is planned.
   *
   * @param compiler compiles it for the same classes
   */
  LoopKernel kernel(Callable<LoopKernel> compiler);
}
