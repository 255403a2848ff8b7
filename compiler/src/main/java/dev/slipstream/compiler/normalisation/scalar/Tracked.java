package dev.slipstream.compiler.normalisation.scalar;

import org.objectweb.asm.tree.analysis.Value;

/** What is known of a value: whether it is an object that the iteration made. */
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
   * @param isArbitrary whether it stands where no program looks: in a field of an object that is
   *     null
   */
  record Nothing(boolean isArbitrary) implements Tracked {}

  /** What an object of the iteration holds; it is known once that object is replaced. */
  record Held() implements Tracked {}

  /**
   * An object that the iteration made.
   *
   * @param mayBeNull whether it may be null instead
   */
  record Fresh(Origin origin, boolean mayBeNull) implements Tracked {}
}
