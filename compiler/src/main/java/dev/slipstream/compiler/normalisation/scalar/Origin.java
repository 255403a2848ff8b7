package dev.slipstream.compiler.normalisation.scalar;

/**
 * The origin of a reference to an object of the iteration. Each origin has its own local variables.
 */
sealed interface Origin {

  /** The internal name of the object's class. */
  String className();

  /**
   * An instruction that creates an object. When it runs again, no place with the same origin can
   * still refer to the previous object: on the path around the loop that reference has met another
   * value, and a {@link Merge} has replaced it.
   *
   * @param instruction the index of the {@code new}
   */
  record Site(int instruction, String className) implements Origin {}

  /**
   * A place in which references of several origins meet when a block starts.
   *
   * @param block the block's index
   * @param position the local's slot, or {@link BlockFrames#STACK} plus the place on the stack
   */
  record Merge(int block, int position, String className) implements Origin {}
}
