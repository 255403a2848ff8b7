package dev.slipstream.compiler.guard;

/** How instrumented code calls the dispatcher. */
public enum GuardForm {
  /** Directly. For classes that are loaded already, which cannot be given methods. */
  DIRECT,
  /**
   * Through private methods of the class, which sort out arrays that are too short to be anywhere
   * but on the host. They are made for one type of arrays each, and the JIT's profile of them is
   * the class's own: where it never meets an array of interest, no call is compiled into its loops.
   * The dispatcher needs the fields {@link GuardCalls#SHORTEST} and {@link GuardCalls#LATEST}.
   */
  OWN_METHODS
}
