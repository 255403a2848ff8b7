package dev.slipstream.compiler.guard.platform;

/**
 * The use that code without guards makes of an array that it is given. The constants are in
 * ascending order of what they require.
 */
public enum CalleeUse {
  /** It accesses no element. */
  NOTHING(0),
  /** It reads elements before it returns. */
  READS(1),
  /** It writes elements before it returns. */
  WRITES(2),
  /** It reads and writes elements before it returns. */
  READS_WRITES(3),
  /** It may use the array, and any array that this one holds, at any time from now on. */
  KEEPS(4),
  /** It reads elements of all arrays that the array of references holds. */
  READS_ALL_LEAVES(5),
  /** It reads elements of all arrays that can be reached through the value. */
  READS_GRAPH(6);

  private final int number;

  CalleeUse(int number) {
    this.number = number;
  }

  /** The use that a letter of {@link PlatformTable} stands for. */
  static CalleeUse of(char letter) {
    return switch (letter) {
      case 'R' -> READS;
      case 'W' -> WRITES;
      case 'B' -> READS_WRITES;
      case 'D' -> READS_ALL_LEAVES;
      case 'G' -> READS_GRAPH;
      case 'N' -> NOTHING;
      default -> KEEPS;
    };
  }

  /** The number by which the dispatcher receives this constant. */
  public int number() {
    return number;
  }

  /** Whether elements may have changed when the code returns. */
  public boolean writes() {
    return this == WRITES || this == READS_WRITES;
  }

  /** Whether the code uses the array only until it returns. */
  public boolean endsWithCall() {
    return this != NOTHING && this != KEEPS;
  }

  /**
   * Whether the code follows references from an array or an object to the arrays that can be
   * reached from it.
   */
  public boolean followsReferences() {
    return this == KEEPS || this == READS_ALL_LEAVES || this == READS_GRAPH;
  }
}
