package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings elements of arrays to a device and back. Small transfers use one lane in the calling
 * thread, large ones several lanes with a thread each. Used by one thread at a time.
 */
public final class Transfers {
  private final DeviceMemory memory;
  private final DeviceQueue queue;
  private final Staging staging;
  private final List<StagingLane> lanes = new ArrayList<>();
  private final CopyThreads threads;

  /**
   * @param queue does the copies; other things may be put into it between transfers
   * @param staging how many threads copy, and in which portions
   */
  public Transfers(DeviceMemory memory, DeviceQueue queue, Staging staging) {
    this.memory = memory;
    this.queue = queue;
    this.staging = staging;
    this.threads = new CopyThreads(Math.max(1, staging.lanes() - 1));
  }

  /**
   * Starts copies to the device. On return the arrays have been read, but copies may still be under
   * way in the queue.
   *
   * @return the number of bytes
   */
  public long start(List<ArrayPart> parts) throws DeviceException {
    StagedPieces pieces = new StagedPieces(parts, staging.slotBytes());
    boolean done = false;
    try {
      run(pieces, lane -> lane.send(pieces));
      done = true;
    } finally {
      if (!done) {
        settle();
      }
    }
    return pieces.bytes();
  }

  /**
   * Copies to the device, and waits for the end.
   *
   * @return the number of bytes
   */
  public long upload(List<ArrayPart> parts) throws DeviceException {
    long bytes = start(parts);
    boolean done = false;
    try {
      for (StagingLane lane : lanes) {
        lane.await();
      }
      done = true;
    } finally {
      if (!done) {
        settle();
      }
    }
    return bytes;
  }

  /**
   * Copies from the device and stores that in the arrays.
   *
   * @param beforeStore called before anything is stored
   * @return the number of bytes
   * @throws DeviceException if that fails; some arrays may have changed
   */
  public long download(List<ArrayPart> parts, BeforeStore beforeStore) throws DeviceException {
    StagedPieces pieces = new StagedPieces(parts, staging.slotBytes());
    boolean done = false;
    try {
      run(pieces, lane -> lane.receive(pieces, beforeStore));
      done = true;
    } finally {
      if (!done) {
        settle();
      }
    }
    return pieces.bytes();
  }

  /** After a failure: waits for what may be under way, and makes all staging memory free again. */
  public void settle() {
    lanes.forEach(StagingLane::settle);
  }

  @FunctionalInterface
  private interface LaneWork {
    void run(StagingLane lane) throws DeviceException;
  }

  private void run(StagedPieces pieces, LaneWork work) throws DeviceException {
    int wanted =
        pieces.bytes() < staging.parallelBytes()
            ? Math.min(1, pieces.size())
            : Math.min(staging.lanes(), pieces.size());
    while (lanes.size() < wanted) {
      lanes.add(new StagingLane(memory, queue, staging.slotBytes()));
    }
    if (wanted == 1) {
      work.run(lanes.get(0));
    } else if (wanted > 1) {
      List<CopyThreads.Work> parts = new ArrayList<>();
      for (StagingLane lane : lanes.subList(0, wanted)) {
        parts.add(() -> runOrStop(lane, pieces, work));
      }
      threads.run(parts);
    }
  }

  private static void runOrStop(StagingLane lane, StagedPieces pieces, LaneWork work)
      throws DeviceException {
    boolean done = false;
    try {
      work.run(lane);
      done = true;
    } finally {
      if (!done) {
        pieces.stop();
      }
    }
  }

  /** Gives the staging memory back. Nothing may be under way. */
  public void close() throws DeviceException {
    threads.close();
    for (StagingLane lane : lanes) {
      lane.close();
    }
    lanes.clear();
  }
}
