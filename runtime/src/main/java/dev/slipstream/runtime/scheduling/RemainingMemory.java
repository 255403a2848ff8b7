package dev.slipstream.runtime.scheduling;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The memory of a device whose lanes have ended, perhaps after a failure. It is kept until this is
 * closed and nothing reads it any more.
 */
public interface RemainingMemory extends AutoCloseable {
  /**
   * Begins to read. The memory is kept until {@link #endReading}, even if this is closed meanwhile.
   *
   * @return false if the memory was freed; then there is nothing to end
   */
  boolean beginReading();

  /** Ends what {@link #beginReading} has begun. */
  void endReading();

  /** The longest time that a working device takes until it has copied a piece. */
  default Duration patience() {
    return Duration.ofSeconds(1);
  }

  /**
   * Waits until everything that was started on the device is complete. A driver may never return.
   *
   * @throws Exception if some of it may have failed
   */
  void awaitWork() throws Exception;

  /**
   * Copies elements. A driver may never return.
   *
   * @param part elements of the allocation
   * @param copy receives them; of the whole array
   * @param mayGoOn is called after each piece; if it returns false, the rest is not copied
   * @throws Exception if the device fails
   */
  void read(Allocation allocation, Box part, ArrayLayout copy, BooleanSupplier mayGoOn)
      throws Exception;

  @Override
  void close();
}
