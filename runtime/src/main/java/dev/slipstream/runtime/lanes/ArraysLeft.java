package dev.slipstream.runtime.lanes;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.scheduling.RemainingMemory;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The arrays on a device whose lanes have ended, perhaps after a failure. Keeps the session from
 * freeing its memory.
 */
final class ArraysLeft implements RemainingMemory {
  private static final int PIECE_BYTES = 1 << 22;

  /** A device without queues for copies may have to compile a kernel that copies. */
  private static final Duration PATIENCE_WHILE_COMPILING = Duration.ofSeconds(10);

  private final DeviceSession session;
  private final ArraysOnDevice arrays;

  /** The users of the session: the owner that closes this object, and each thread that reads. */
  private final AtomicInteger users = new AtomicInteger(1);

  private final AtomicBoolean isClosed = new AtomicBoolean();

  /**
   * @param session has {@linkplain DeviceSession#begin begun}; {@link #close} ends it
   */
  ArraysLeft(DeviceSession session, ArraysOnDevice arrays) {
    this.session = session;
    this.arrays = arrays;
  }

  @Override
  public boolean beginReading() {
    return users.getAndUpdate(now -> now == 0 ? 0 : now + 1) != 0;
  }

  @Override
  public void endReading() {
    if (users.decrementAndGet() == 0) {
      session.end();
    }
  }

  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      endReading();
    }
  }

  @Override
  public Duration patience() {
    return session.serial().isPresent()
        ? PATIENCE_WHILE_COMPILING
        : RemainingMemory.super.patience();
  }

  @Override
  public void awaitWork() throws DeviceException {
    session.awaitLaunches();
  }

  @Override
  public void read(Allocation allocation, Box part, ArrayLayout copy, BooleanSupplier mayGoOn)
      throws DeviceException {
    ArraysOnDevice.Part memory = arrays.part(allocation);
    int most = copy.type().elements(PIECE_BYTES);
    long first = copy.start(Math.toIntExact(part.min0()));
    long to = copy.start(Math.toIntExact(part.max0()));
    ByteBuffer passing =
        ByteBuffer.allocateDirect((int) copy.type().bytes(Math.min(most, to - first)));
    boolean goesOn = true;
    for (long at = first; at < to && goesOn; at += most) {
      int count = (int) Math.min(most, to - at);
      ByteBuffer piece =
          passing.slice(0, (int) copy.type().bytes(count)).order(ByteOrder.nativeOrder());
      session.read(memory.buffer(), memory.at(copy.type().bytes(at)), piece);
      copy.store(at, count, piece);
      goesOn = mayGoOn.getAsBoolean();
    }
  }
}
