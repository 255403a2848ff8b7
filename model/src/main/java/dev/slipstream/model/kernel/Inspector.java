package dev.slipstream.model.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A kernel that finds out whether an iteration of another kernel would throw, over the same
 * iterations. It writes the number of a violation into its last parameter, an {@code int[1]}, and
 * nothing else.
 *
 * @param kernel the kernel
 * @param parameters the parameters of the other kernel that it takes, without the one for
 *     violations, which comes last
 * @param contents those of them, as indices of the other kernel, whose elements it reads
 * @param share the share of the other kernel's instructions that it runs, from 0 to 1
 */
public record Inspector(
    RangeKernel kernel, List<Integer> parameters, Set<Integer> contents, double share) {
  /** Copies the list and the set. */
  public Inspector {
    parameters = List.copyOf(parameters);
    contents = Set.copyOf(contents);
  }

  /** This inspector with the given permission for results that differ from Java's. */
  public Inspector withFastMath(boolean wanted) {
    return new Inspector(kernel.withFastMath(wanted), parameters, contents, share);
  }

  /**
   * The launch that inspects another one.
   *
   * @param loop the other launch
   * @return empty if the result depends on elements that the other launch writes
   */
  public Optional<Launch> launch(Launch loop) {
    Object[] arguments = new Object[parameters.size() + 1];
    List<ArrayAccess> accesses = new ArrayList<>();
    for (int k = 0; k < parameters.size(); k++) {
      int parameter = parameters.get(k);
      Object argument = loop.arguments()[parameter];
      arguments[k] = argument;
      if (contents.contains(parameter) || argument instanceof Object[]) {
        Optional<ArrayAccess> access = access(loop, parameter);
        if (access.isEmpty() || (contents.contains(parameter) && isWritten(loop, argument))) {
          return Optional.empty();
        }
        accesses.add(reading(access.get(), k));
      }
    }
    int violation = parameters.size();
    arguments[violation] = new int[1];
    accesses.add(new ArrayAccess(violation, 0, 1, 0, 1, /* writesAll= */ false));
    return Optional.of(new Launch(loop.space(), arguments, accesses));
  }

  private static Optional<ArrayAccess> access(Launch loop, int parameter) {
    return loop.accesses().stream().filter(a -> a.parameter() == parameter).findFirst();
  }

  private static boolean isWritten(Launch loop, Object array) {
    return loop.accesses().stream()
        .anyMatch(access -> access.writes() && loop.arguments()[access.parameter()] == array);
  }

  /**
   * The access of the inspector to an array that the loop accesses. It may also read the lengths of
   * rows that the loop only writes.
   */
  private static ArrayAccess reading(ArrayAccess loop, int parameter) {
    int from = loop.reads() ? loop.readFrom() : loop.writtenFrom();
    int to = loop.reads() ? loop.readTo() : loop.writtenTo();
    if (loop.reads() && loop.writes()) {
      from = Math.min(from, loop.writtenFrom());
      to = Math.max(to, loop.writtenTo());
    }
    return new ArrayAccess(parameter, from, to, 0, 0, /* writesAll= */ false);
  }

  /** The number of the violation that a launch of this kernel has stored, or 0. */
  public static int violation(Launch inspection) {
    Object[] arguments = inspection.arguments();
    return ((int[]) arguments[arguments.length - 1])[0];
  }
}
