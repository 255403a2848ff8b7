package dev.slipstream.compiler.random;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;

/** Breaks the compiler's output in a test, as an error in the compiler could. */
interface Sabotage {
  /** Breaks nothing. */
  Sabotage NONE = new Sabotage() {};

  /** Changes a kernel's class file. */
  default byte[] kernel(byte[] classFile) {
    return classFile;
  }

  /** Changes an OpenCL text. */
  default String text(String openCl) {
    return openCl;
  }

  /** The decision about an execution. */
  default LaunchPlan plan(LoopKernel kernel, int start, Object[] captures) {
    return kernel.plan(start, captures);
  }

  /** Called when a kernel has run on the JVM. */
  default void launched(LaunchPlan.Run run) {}
}
