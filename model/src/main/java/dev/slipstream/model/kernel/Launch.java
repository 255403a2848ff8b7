package dev.slipstream.model.kernel;

import java.util.List;

/**
 * One execution of a kernel, with at least one iteration. It is proven to be free of exceptions, or
 * its kernel checks itself. A checking kernel writes the number of the first violation that it
 * meets into an {@code int[1]} among its arguments, and ends. Its other results must then be
 * discarded.
 *
 * <p>Where arrays of arrays are written, their rows are distinct. A row that is written occurs only
 * once among the rows that are read or written, and is not also passed as a parameter.
 *
 * @param space the iterations
 * @param arguments one per kernel parameter: the array itself, or a boxed Integer, Long, Float or
 *     Double; the same array may occur several times
 * @param accesses at most one per array parameter; an array parameter without one is a scratch
 *     array, or is not accessed apart from its length
 * @param violation the index of the parameter that receives the violation's number, or {@link
 *     #PROVEN}
 */
public record Launch(
    IterationSpace space, Object[] arguments, List<ArrayAccess> accesses, int violation) {
  /** The value of {@link #violation} if no violation is possible. */
  public static final int PROVEN = -1;

  /** Creates a launch that is proven to be free of exceptions. */
  public Launch(IterationSpace space, Object[] arguments, List<ArrayAccess> accesses) {
    this(space, arguments, accesses, PROVEN);
  }

  /** Copies the list; the arguments are shared. */
  public Launch {
    accesses = List.copyOf(accesses);
  }

  /** Whether the kernel checks itself. */
  public boolean isChecked() {
    return violation != PROVEN;
  }

  /**
   * This execution without the access to the violation's number, for a caller that knows that no
   * iteration throws and does not read it.
   */
  public Launch unwatched() {
    return new Launch(
        space,
        arguments,
        accesses.stream().filter(access -> access.parameter() != violation).toList(),
        violation);
  }

  /** This launch with other iterations. */
  public Launch over(IterationSpace other) {
    return new Launch(other, arguments, accesses, violation);
  }

  /** This execution with other arrays of the same shapes. */
  public Launch on(Object[] others) {
    return new Launch(space, others, accesses, violation);
  }
}
