package dev.slipstream.runtime.checkpoint;

/**
 * Keeps checkpoints. Called on the submitting thread, so it should do no more than take what it
 * gets; an exception ends the run.
 */
public interface CheckpointStore {
  /** Keeps nothing. */
  CheckpointStore OFF =
      new CheckpointStore() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void reached(Checkpoint checkpoint) {
          // Nobody wants it.
        }
      };

  /** Whether checkpoints are wanted; if not they are not even made. */
  default boolean isOn() {
    return true;
  }

  /**
   * Everything before a horizon or epoch is executed on this node. Called in their order.
   *
   * @param checkpoint the state there
   */
  void reached(Checkpoint checkpoint);
}
