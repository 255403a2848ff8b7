package dev.slipstream.compiler.normalisation.scalar;

/** Where a reference to an object of the iteration comes from; each has local variables. */
sealed interface Origin {

  /** The internal name of the object's class. */
  String className();

  /**
   * An instruction that creates an object. No reference to the object that it made before can be in
   * a place with the same origin when it runs again: on the way around the loop the reference meets
   * another value, and a {@link Merge} takes its place.
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
