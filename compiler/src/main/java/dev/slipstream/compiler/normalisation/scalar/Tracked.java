package dev.slipstream.compiler.normalisation.scalar;

import org.objectweb.asm.tree.analysis.Value;

/** The facts about a value: whether it is an object that the iteration created. */
sealed interface Tracked extends Value {
  @Override
  default int getSize() {
    return 1;
  }

  /** A number, or a reference to something else. */
  record Other(int size) implements Tracked {
    @Override
    public int getSize() {
      return size;
    }
  }

  /**
   * The null constant.
   *
   * @param isArbitrary whether the program never reads it: it is in a field of an object that is
   *     null
   */
  record Nothing(boolean isArbitrary) implements Tracked {}

  /**
   * The content of a field of an object of the iteration; it becomes known once that object is
   * replaced.
   */
  record Held() implements Tracked {}

  /**
   * An object that the iteration created.
   *
   * @param mayBeNull whether it may be null instead
   */
  record Fresh(Origin origin, boolean mayBeNull) implements Tracked {}
}
