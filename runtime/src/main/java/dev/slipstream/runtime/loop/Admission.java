package dev.slipstream.runtime.loop;

import dev.slipstream.runtime.kernel.Launch;

/** The answer to whether one execution of a loop may leave the host. */
public sealed interface Admission {

  /**
   * It may.
   *
   * @param launch what to run
   * @param resume the value that the loop variable has when the program goes on with the loop: past
   *     the end, or in the last iteration where the program reads locals that this iteration sets
   * @param work an estimate of the bytecode instructions that the whole launch executes
   * @param checked whether it is for the loop's {@link Loop#checkedKernel()}
   */
  record Run(Launch launch, int resume, long work, boolean checked) implements Admission {

    /** A run of the loop's own kernel. */
    public Run(Launch launch, int resume, long work) {
      this(launch, resume, work, false);
    }
  }

  /** It has no iterations, so there is nothing to do. */
  record Empty() implements Admission {}

  /**
   * It stays on the host.
   *
   * @param reason why, as shown to users
   */
  record Stay(String reason) implements Admission {}
}
