package dev.slipstream.compiler.random;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.loop.LaunchPlan;

/** Where a test breaks what the compiler made, in a way in which the compiler could be broken. */
interface Sabotage {
  /** Breaks nothing. */
  Sabotage NONE = new Sabotage() {};

  /** What becomes of a kernel's class file. */
  default byte[] kernel(byte[] classFile) {
    return classFile;
  }

  /** What becomes of an OpenCL text. */
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
