package dev.slipstream.model.kernel;

import java.util.List;

/**
 * One execution of a kernel, with at least one iteration: proven free of exceptions, or with a
 * kernel that checks itself. Such a kernel writes the number of the first violation that it meets
 * into an {@code int[1]} among its arguments, and ends; then nothing that it wrote may be seen.
 *
 * <p>Where arrays of arrays are written, their rows are distinct: no array of primitives that is
 * written as a row is also another row that is read or written, nor a parameter by itself.
 *
 * @param space the iterations
 * @param arguments one per kernel parameter: the array itself, or a boxed Integer, Long, Float or
 *     Double; the same array may stand in several places
 * @param accesses at most one per array parameter; an array parameter without one is not accessed
 *     (only its length may be asked for), or a scratch array
 * @param violation the index of the parameter that takes the violation's number, or {@link #PROVEN}
 */
public record Launch(
    IterationSpace space, Object[] arguments, List<ArrayAccess> accesses, int violation) {
  /** Stands for the index of a parameter where nothing can be violated. */
  public static final int PROVEN = -1;

  /** A launch that is proven free of exceptions. */
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
   * The same execution without the access to the violation's number, for somebody who knows that no
   * iteration throws, and does not look at it.
   */
  public Launch unwatched() {
    return new Launch(
        space,
        arguments,
        accesses.stream().filter(access -> access.parameter() != violation).toList(),
        violation);
  }

  /** Other iterations on the same arguments. */
  public Launch over(IterationSpace other) {
    return new Launch(other, arguments, accesses, violation);
  }

  /** The same execution with other arrays of the same shapes. */
  public Launch on(Object[] others) {
    return new Launch(space, others, accesses, violation);
  }
}
