package dev.slipstream.runtime.launch;

import dev.slipstream.model.loop.LoopName;
import java.util.Map;
import java.util.Optional;

/**
 * What earlier starts of a program have learnt for the next ones.
 *
 * @param pause before what time since its start, in nanoseconds, the program should prepare none of
 *     the other loops, since that has taken longer than it gained; 0 for no such time
 * @param opensDevices whether devices with memory of their own have gained more than it takes to
 *     open them
 * @param loops the loops that were prepared
 */
public record ProgramExperience(
    long pause, boolean opensDevices, Map<LoopName, LoopExperience> loops) {
  /** Nothing. */
  public static final ProgramExperience NONE = new ProgramExperience(0, false, Map.of());

  /** Copies the map. */
  public ProgramExperience {
    loops = Map.copyOf(loops);
  }

  /** Whether a loop has paid for its preparation, or may have. */
  public boolean mayPay() {
    return loops.values().stream().anyMatch(LoopExperience::mayPay);
  }

  Optional<LoopExperience> of(LoopName loop) {
    return Optional.ofNullable(loops.get(loop));
  }
}
