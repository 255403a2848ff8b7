package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.Attempts;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies elements of arrays to a device and back. Small transfers use one lane on the calling
 * thread, large ones several lanes with a thread each. Used by one thread at a time.
 */
public final class Transfers implements AutoCloseable {
  private final DeviceMemory memory;
  private final DeviceQueue queue;
  private final Staging staging;
  private final CopyThreads threads;
  private final List<StagingLane> lanes = new ArrayList<>();
  private boolean stored;

  /**
   * @param queue makes the copies; other work may be queued between transfers
   * @param staging the number of copying threads, and the size of pieces
   * @param threads the threads besides the calling one
   */
  public Transfers(DeviceMemory memory, DeviceQueue queue, Staging staging, CopyThreads threads) {
    this.memory = memory;
    this.queue = queue;
    this.staging = staging;
    this.threads = threads;
  }

  /**
   * Copies to the device or from it, and waits until that is complete. Repeats all of it after a
   * failure that may be temporary.
   *
   * @return the number of bytes
   * @throws DeviceException if that fails; see {@link #hasStored}
   */
  public long run(List<ArrayPart> parts, boolean toDevice) throws DeviceException {
    stored = false;
    Attempts.repeat(() -> run(new StagedPieces(parts, staging.slotBytes()), toDevice));
    long bytes = 0;
    for (ArrayPart part : parts) {
      bytes += part.bytes();
    }
    return bytes;
  }

  private void run(StagedPieces pieces, boolean toDevice) throws DeviceException {
    int most = pieces.bytes() < staging.parallelBytes() ? 1 : staging.lanes();
    int wanted = Math.min(most, pieces.size());
    try {
      while (lanes.size() < wanted) {
        lanes.add(new StagingLane(memory, queue, staging.slotBytes()));
      }
      if (wanted == 1) {
        lanes.get(0).run(pieces, toDevice);
      } else if (wanted > 1) {
        List<CopyThreads.Work> work = new ArrayList<>();
        for (StagingLane lane : lanes.subList(0, wanted)) {
          work.add(() -> lane.run(pieces, toDevice));
        }
        threads.run(work);
      }
    } finally {
      stored |= pieces.hasStored();
    }
  }

  /** Whether the last transfer may have changed an array. */
  public boolean hasStored() {
    return stored;
  }

  /** Frees the staging memory. No copy may be in progress. */
  @Override
  public void close() throws DeviceException {
    for (StagingLane lane : lanes) {
      lane.close();
    }
    lanes.clear();
  }
}
