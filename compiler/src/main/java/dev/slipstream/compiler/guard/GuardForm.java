package dev.slipstream.compiler.guard;

import java.util.Optional;
import java.util.Set;

/**
 * How instrumented code calls the dispatcher: directly, or through private methods of the class,
 * which sort out arrays that are too short to be anywhere but on the host. Those are made for one
 * type of arrays each, and the JIT's profile of them is the class's own: where it never meets an
 * array of interest, no call is compiled into its loops. The dispatcher needs the fields {@link
 * GuardCalls#SHORTEST} and {@link GuardCalls#LATEST}.
 */
public final class GuardForm {
  /** Without methods of its own. For classes that are loaded already. */
  public static final GuardForm DIRECT = new GuardForm(Optional.of(Set.of()));

  /** With methods as they are needed. */
  public static final GuardForm OWN_METHODS = new GuardForm(Optional.empty());

  private final Optional<Set<String>> given;

  private GuardForm(Optional<Set<String>> given) {
    this.given = given;
  }

  /**
   * With certain methods, whether they are needed or not: those that a loaded class was given.
   *
   * @param methods what {@link GuardedClass#ownMethods} was
   */
  public static GuardForm with(Set<String> methods) {
    return new GuardForm(Optional.of(Set.copyOf(methods)));
  }

  /** The methods, by name and descriptor; empty if they are chosen freely. */
  Optional<Set<String>> given() {
    return given;
  }
}
