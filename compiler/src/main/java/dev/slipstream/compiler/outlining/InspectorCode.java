package dev.slipstream.compiler.outlining;

import java.util.List;
import java.util.Set;

/**
 * A kernel that looks whether an iteration of a loop throws, and does nothing else. It writes the
 * number of a violation into its last parameter, an {@code int[1]}, or leaves it alone.
 *
 * @param code the kernel
 * @param parameters which of the loop's kernel's parameters it takes, in the order of its own; the
 *     one for violations, which comes last, is not among them
 * @param contents those of these, as indices of the loop's kernel, whose elements it reads; of
 *     other arrays it only asks for lengths, of arrays of arrays for those of rows. The loop writes
 *     to none of them, unless two parameters are one array
 * @param share how many of the loop's instructions it runs, from 0 to 1
 */
public record InspectorCode(
    KernelCode code, List<Integer> parameters, Set<Integer> contents, double share) {
  /** Copies the lists. */
  public InspectorCode {
    parameters = List.copyOf(parameters);
    contents = Set.copyOf(contents);
  }
}
