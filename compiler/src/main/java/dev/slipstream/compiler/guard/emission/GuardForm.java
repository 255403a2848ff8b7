package dev.slipstream.compiler.guard.emission;

import java.util.Optional;
import java.util.Set;

/**
 * How instrumented code calls the dispatcher. It calls it directly, or through private methods of
 * the class that sort out arrays which are too short to be anywhere but on the host. Each of these
 * methods is for one type of arrays, and the JIT's profile of it belongs to the class alone. Where
 * a class never meets an array of interest, the JIT compiles no call into its loops. The dispatcher
 * needs the fields {@link GuardCalls#SHORTEST} and {@link GuardCalls#LATEST}.
 *
 * <p>Guards of arrays in front of loops, behind them and elsewhere outside the loops of a method
 * call the dispatcher directly, but for rows, and for writes behind a loop in front of which
 * another guard stands. A private method would be called only a few times there, and the JIT would
 * inline it too late, and not on every JDK. A call that is not inlined makes it keep the method's
 * arrays in memory, in all loops.
 */
public final class GuardForm {
  /** Without methods of the class's own. For classes that are loaded already. */
  public static final GuardForm DIRECT = new GuardForm(Optional.of(Set.of()), false);

  /** With private methods as they are needed. */
  public static final GuardForm OWN_METHODS = new GuardForm(Optional.empty(), false);

  /** As {@link #OWN_METHODS}, with native methods under other names; see {@link NativeMethods}. */
  public static final GuardForm OWN_METHODS_AND_NATIVES = new GuardForm(Optional.empty(), true);

  private final Optional<Set<String>> given;
  private final boolean wrapsNatives;

  private GuardForm(Optional<Set<String>> given, boolean wrapsNatives) {
    this.given = given;
    this.wrapsNatives = wrapsNatives;
  }

  /**
   * With certain methods, whether or not they are needed: those that a loaded class was given
   * before.
   *
   * @param methods the value of {@link GuardedClass#ownMethods} then
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
