package dev.slipstream.compiler.guard.placement;

/** What a guard lets the code after it do to an array; a number has one bit for each. */
public final class GuardKind {
  /** Elements may be read. */
  public static final int READ = 1;

  /** Elements may be written. */
  public static final int WRITE = 2;

  /** The array was made since the last barrier: no other code knows it. */
  public static final int FRESH = 4;

  /** All of that. */
  public static final int ALL = READ | WRITE | FRESH;

  private GuardKind() {}
}
