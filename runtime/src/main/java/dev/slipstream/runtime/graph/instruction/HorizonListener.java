package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.runtime.graph.task.TaskId;
import java.util.List;

/** Listens to where everything is when a horizon or epoch is reached. */
public interface HorizonListener {
  /** Nobody. */
  HorizonListener OFF =
      new HorizonListener() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void planned(TaskId mark, List<BufferPlaces> places) {
          // No one listens.
        }
      };

  /** Whether to look where everything is. */
  boolean isOn();

  /**
   * The instruction of a horizon or epoch was made. It is not executed yet.
   *
   * @param mark its task
   * @param places where everything will be when what is before it is executed and nothing after it
   *     is
   */
  void planned(TaskId mark, List<BufferPlaces> places);
}
