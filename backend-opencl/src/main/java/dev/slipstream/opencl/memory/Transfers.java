package dev.slipstream.opencl.memory;

import dev.slipstream.opencl.driver.ClException;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings arrays to the device and back. Small transfers use one lane in the calling thread, large
 * ones several lanes with a thread each. Used under the device's lock.
 */
public final class Transfers implements AutoCloseable {
  private final long context;
  private final long queue;
  private final Staging staging;
  private final List<Lane> lanes = new ArrayList<>();
  private final CopyThreads threads;

  /**
   * @param context the OpenCL context
   * @param queue an in-order queue; other commands may be enqueued to it between transfers
   * @param staging how many threads copy, and in which portions
   */
  public Transfers(long context, long queue, Staging staging) {
    this.context = context;
    this.queue = queue;
    this.staging = staging;
    this.threads = new CopyThreads(Math.max(1, staging.lanes() - 1));
  }

  /**
   * Starts the upload of all that the launch needs. On return the host arrays have been read, but
   * copies may still be under way in the queue.
   *
   * @return the number of bytes
   */
  public long upload(List<ArrayUse> uses) throws ClException {
    PieceSource pieces = PieceSource.toDevice(uses, staging.slotBytes());
    run(pieces, lane -> lane.send(pieces));
    return pieces.bytes();
  }

  /**
   * Fetches all that the launch has written and stores it to the host arrays.
   *
   * @param beforeStore called before anything is stored
   * @return the number of bytes
   */
  public long download(List<ArrayUse> uses, BeforeStore beforeStore) throws ClException {
    // The launch is in the queue behind all uploads, but only the first wait knows that it ended.
    PieceSource pieces = PieceSource.fromDevice(uses, staging.slotBytes());
    run(pieces, lane -> lane.receive(pieces, beforeStore));
    return pieces.bytes();
  }

  /** Makes all staging memory free again. Nothing may be under way in the queue. */
  public void reset() {
    lanes.forEach(Lane::reset);
  }

  @FunctionalInterface
  private interface LaneWork {
    void run(Lane lane) throws ClException;
  }

  private void run(PieceSource pieces, LaneWork work) throws ClException {
    int wanted =
        pieces.bytes() < staging.parallelBytes()
            ? Math.min(1, pieces.size())
            : Math.min(staging.lanes(), pieces.size());
    while (lanes.size() < wanted) {
      lanes.add(new Lane(context, queue, staging.slotBytes()));
    }
    if (wanted == 1) {
      work.run(lanes.get(0));
    } else if (wanted > 1) {
      List<CopyThreads.Work> parts = new ArrayList<>();
      for (Lane lane : lanes.subList(0, wanted)) {
        parts.add(() -> runOrStop(lane, pieces, work));
      }
      threads.run(parts);
    }
  }

  private static void runOrStop(Lane lane, PieceSource pieces, LaneWork work) throws ClException {
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

  @Override
  public void close() throws ClException {
    threads.close();
    for (Lane lane : lanes) {
      lane.close();
    }
    lanes.clear();
  }
}
