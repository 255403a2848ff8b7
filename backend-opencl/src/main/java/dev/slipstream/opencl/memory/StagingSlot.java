package dev.slipstream.opencl.memory;

import dev.slipstream.opencl.driver.ClException;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;

/**
 * A stretch of pinned host memory through which pieces travel: the device copies to and from it
 * several times as fast as ordinary memory, and without the calling thread. Filled from its start
 * until it is full, then emptied as a whole. Used by one thread at a time.
 */
final class StagingSlot implements AutoCloseable {
  private static final long ALIGNMENT = 64;

  private record Arrival(Piece piece, long address) {}

  private final long queue;
  private final long bytes;
  private final PinnedMemory pinned;
  private final long address;
  private final List<Arrival> arrivals = new ArrayList<>();
  private long used;
  private long lastEvent;

  StagingSlot(long context, long queue, long bytes) throws ClException {
    this.queue = queue;
    this.bytes = bytes;
    this.pinned = new PinnedMemory(context, queue, bytes);
    this.address = pinned.address();
  }

  /** Whether a piece still fits. */
  boolean fits(Piece piece) {
    return used + piece.bytes() <= bytes;
  }

  /** Copies a piece in and starts its way to the device. */
  void send(Piece piece) throws ClException {
    long at = place(piece);
    piece.use().load(piece.from(), piece.count(), at);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer event = stack.callocPointer(1);
      int code =
          CL10.nclEnqueueWriteBuffer(
              queue,
              piece.use().buffer().handle(),
              CL10.CL_FALSE,
              piece.deviceOffset(),
              piece.bytes(),
              at,
              0,
              0,
              MemoryUtil.memAddress(event));
      ClException.check("clEnqueueWriteBuffer", code);
      remember(event.get(0));
    }
    ClException.check("clFlush", CL10.clFlush(queue));
  }

  /** Starts a piece's way from the device. */
  void request(Piece piece) throws ClException {
    long at = place(piece);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer event = stack.callocPointer(1);
      int code =
          CL10.nclEnqueueReadBuffer(
              queue,
              piece.use().buffer().handle(),
              CL10.CL_FALSE,
              piece.deviceOffset(),
              piece.bytes(),
              at,
              0,
              0,
              MemoryUtil.memAddress(event));
      ClException.check("clEnqueueReadBuffer", code);
      remember(event.get(0));
    }
    ClException.check("clFlush", CL10.clFlush(queue));
    arrivals.add(new Arrival(piece, at));
  }

  /** Waits for what is under way and stores what arrived. Afterwards the slot is empty. */
  void complete(BeforeStore beforeStore) throws ClException {
    await();
    if (!arrivals.isEmpty()) {
      beforeStore.run();
      for (Arrival arrival : arrivals) {
        Piece piece = arrival.piece();
        piece.use().store(piece.from(), piece.count(), arrival.address());
      }
    }
    reset();
  }

  /** Waits for what is under way to the device. Afterwards the slot is empty. */
  void await() throws ClException {
    if (lastEvent != 0) {
      // The queue works in order: with the last copy the earlier ones have ended, too.
      ClException.check("clWaitForEvents for a copy", CL10.clWaitForEvents(lastEvent));
    }
    if (arrivals.isEmpty()) {
      reset();
    }
  }

  /** Forgets everything. Nothing may be under way. */
  void reset() {
    if (lastEvent != 0) {
      CL10.clReleaseEvent(lastEvent);
      lastEvent = 0;
    }
    arrivals.clear();
    used = 0;
  }

  /** Unpins the memory. Nothing may be under way. */
  @Override
  public void close() throws ClException {
    reset();
    pinned.close();
  }

  private long place(Piece piece) {
    long at = address + used;
    used += (piece.bytes() + ALIGNMENT - 1) & -ALIGNMENT;
    return at;
  }

  private void remember(long event) {
    if (lastEvent != 0) {
      CL10.clReleaseEvent(lastEvent);
    }
    lastEvent = event;
  }
}
