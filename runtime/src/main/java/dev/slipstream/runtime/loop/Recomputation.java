package dev.slipstream.runtime.loop;

import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.Launch;

/** Whether a loop of which a part has run can be run again from its beginning. */
final class Recomputation {
  private Recomputation() {}

  /**
   * It can if no array is both read and written: then what was written so far is written again,
   * with the same values. Arrays are compared by identity.
   */
  static boolean possible(Launch launch) {
    for (ArrayAccess written : launch.accesses()) {
      for (ArrayAccess read : launch.accesses()) {
        if (written.writes()
            && read.reads()
            && launch.arguments()[written.parameter()] == launch.arguments()[read.parameter()]) {
          return false;
        }
      }
    }
    return true;
  }
}
