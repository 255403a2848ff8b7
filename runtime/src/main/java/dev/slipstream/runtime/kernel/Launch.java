package dev.slipstream.runtime.kernel;

import java.util.List;

/**
 * One execution of a kernel: proven free of exceptions, with at least one iteration.
 *
 * <p>Where arrays of arrays are written, their rows are distinct: no array of primitives that is
 * written as a row is also another row that is read or written, nor a parameter by itself.
 *
 * @param space the iterations
 * @param arguments one per kernel parameter: the array itself, or a boxed Integer, Long, Float or
 *     Double; the same array may stand in several places
 * @param accesses at most one per array parameter; an array parameter without one is not accessed
 *     (only its length may be asked for)
 */
public record Launch(IterationSpace space, Object[] arguments, List<ArrayAccess> accesses) {

  /** Copies the list; the arguments are shared. */
  public Launch {
    accesses = List.copyOf(accesses);
  }

  /** Other iterations on the same arguments. */
  public Launch over(IterationSpace other) {
    return new Launch(other, arguments, accesses);
  }

  /** The same execution with other arrays of the same shapes. */
  public Launch on(Object[] others) {
    return new Launch(space, others, accesses);
  }
}
