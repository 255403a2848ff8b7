package dev.slipstream.compiler.guard.emission;

import java.util.Optional;
import java.util.Set;

/**
 * How instrumented code calls the dispatcher: directly, or within loops and outside of them through
 * private methods of the class, which sort out arrays that are too short to be anywhere but on the
 * host. Those are made for one type of arrays each, and the JIT's profile of them is the class's
 * own: where it never meets an array of interest, no call is compiled into its loops. The
 * dispatcher needs the fields {@link GuardCalls#SHORTEST} and {@link GuardCalls#LATEST}. Guards in
 * front of loops and behind them are always the dispatcher's: the JIT inlines what one class alone
 * has called a few times neither early enough nor on every JDK.
 */
public final class GuardForm {
  /** Without methods of its own. For classes that are loaded already. */
  public static final GuardForm DIRECT = new GuardForm(Optional.of(Set.of()), false);

  /** With methods as they are needed. */
  public static final GuardForm OWN_METHODS = new GuardForm(Optional.empty(), false);

  /** The same, with native methods under other names; see {@link NativeMethods}. */
  public static final GuardForm OWN_METHODS_AND_NATIVES = new GuardForm(Optional.empty(), true);

  private final Optional<Set<String>> given;
  private final boolean wrapsNatives;

  private GuardForm(Optional<Set<String>> given, boolean wrapsNatives) {
    this.given = given;
    this.wrapsNatives = wrapsNatives;
  }

  /**
   * With certain methods, whether they are needed or not: those that a loaded class was given.
   *
   * @param methods what {@link GuardedClass#ownMethods} was
   */
  public static GuardForm with(Set<String> methods) {
    return new GuardForm(
        Optional.of(Set.copyOf(methods)),
        methods.stream().anyMatch(name -> name.startsWith(NativeMethods.PREFIX)));
  }

  /** Whether native methods get other names. */
  public boolean wrapsNatives() {
    return wrapsNatives;
  }

  /** The methods, by name and descriptor; empty if they are chosen freely. */
  public Optional<Set<String>> given() {
    return given;
  }
}
