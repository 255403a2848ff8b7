package dev.slipstream.compiler.specialisation;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LoopName;
import java.util.List;
import java.util.Map;

/** The call site of a loop that is compiled when it is reached. Thread-safe. */
public interface OpenCallSite {
  /** The number that the call site passes. */
  int site();

  /** The loop's name. */
  LoopName name();

  /** The marked loops inside it. */
  List<LoopName> inner();

  /** A checksum of what is known of the loop before it is reached. */
  long identity();

  /** The local variables that it passes. */
  List<Value.Entry> found();

  /** Whether it passes an array for the results of a reduction, behind the local variables. */
  boolean reduces();

  /** The forms of the loop that earlier starts of the program have compiled. */
  default List<EarlierForm> earlier() {
    return List.of();
  }

  /**
   * The loop was compiled for objects of certain classes, all of which have class files.
   *
   * @param classes the internal names of the classes, in the order in which the objects are reached
   */
  default void compiled(Map<Value, String> classes, ReachedCaptures captures, LoopKernel kernel) {
    // Most call sites keep nothing for later starts.
  }

  /** What the loop is compiled from. */
  OpenLoop loop();
}
