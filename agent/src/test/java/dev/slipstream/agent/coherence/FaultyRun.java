package dev.slipstream.agent.coherence;

import java.util.List;

/** The entry into a class loader with a faulty runtime. */
public final class FaultyRun {
  private FaultyRun() {}

  /** See {@link ChangedRuntime}. */
  public static int programsUntilDifference(long seed, int count) {
    CoherenceFuzzer fuzzer = new CoherenceFuzzer(List.of(Pace.Kind.values()), LeftOut.NOTHING);
    return fuzzer.firstDifference(seed, count).isPresent() ? fuzzer.programs() : 0;
  }
}
