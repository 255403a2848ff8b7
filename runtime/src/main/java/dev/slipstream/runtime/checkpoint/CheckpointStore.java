package dev.slipstream.runtime.checkpoint;

/**
 * Keeps checkpoints. Called on the submitting thread, so it should only store what it receives; an
 * exception ends the run.
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
          // Nothing is kept.
        }
      };

  /** Whether checkpoints are kept; otherwise they are not even created. */
  default boolean isOn() {
    return true;
  }

  /**
   * Everything before a horizon or epoch is executed on this node. Called in order.
   *
   * @param checkpoint the state there
   */
  void reached(Checkpoint checkpoint);
}
