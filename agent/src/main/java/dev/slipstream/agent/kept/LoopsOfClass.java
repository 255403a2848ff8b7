package dev.slipstream.agent.kept;

import dev.slipstream.model.loop.RefusedLoop;
import java.util.List;
import java.util.Optional;

/**
 * What the compiler has made of the marked loops of a class, without the loops' kernels.
 *
 * @param classFile the rewritten class file, or empty if nothing was changed
 * @param numbers the numbers that were assigned to call sites, in the order of the assignments
 * @param taken the loops that were taken
 * @param open the loops that are compiled when they are reached
 * @param refused the marked loops that were refused
 */
public record LoopsOfClass(
    Optional<byte[]> classFile,
    List<Integer> numbers,
    List<KeptLoop> taken,
    List<KeptOpenLoop> open,
    List<RefusedLoop> refused) {

  /** Copies the lists. */
  public LoopsOfClass {
    numbers = List.copyOf(numbers);
    taken = List.copyOf(taken);
    open = List.copyOf(open);
    refused = List.copyOf(refused);
  }
}
