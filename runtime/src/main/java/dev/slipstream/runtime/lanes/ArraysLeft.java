package dev.slipstream.runtime.lanes;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.transfer.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The arrays on a device whose lanes have ended, perhaps after a failure. Keeps the session from
 * freeing its memory.
 */
final class ArraysLeft implements LeftOnDevice {
  /** Longer than any working device takes for a piece. */
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(1);

  private static final int PIECE_BYTES = 1 << 22;

  private final DeviceSession session;
  private final ArraysOnDevice arrays;
  private final Duration patience;

  /** The users of the session: the owner that closes this object, and each thread that fetches. */
  private final AtomicInteger users = new AtomicInteger(1);

  private final AtomicBoolean isClosed = new AtomicBoolean();

  /**
   * @param session has {@linkplain DeviceSession#begin begun}; {@link #close} ends it
   */
  ArraysLeft(DeviceSession session, ArraysOnDevice arrays) {
    this(session, arrays, USUAL_PATIENCE);
  }

  /**
   * @param patience how long the device may take for one piece
   */
  ArraysLeft(DeviceSession session, ArraysOnDevice arrays, Duration patience) {
    this.session = session;
    this.arrays = arrays;
    this.patience = patience;
  }

  @Override
  public OptionalLong lastWriter(BufferId buffer) {
    Optional<ArraysOnDevice.Part> part = arrays.only(buffer);
    return part.isPresent() ? part.get().lastWriter() : OptionalLong.empty();
  }

  @Override
  public boolean fetch(List<Elements> wanted) {
    if (users.getAndUpdate(now -> now == 0 ? 0 : now + 1) == 0) {
      return false;
    }
    Fetch fetch = new Fetch(wanted);
    RuntimeThreads.named("slipstream-fetch", fetch).start();
    return fetch.await();
  }

  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      end();
    }
  }

  private void end() {
    if (users.decrementAndGet() == 0) {
      session.end();
    }
  }

  /** Copies elements on a thread of its own, because a driver may never return. */
  private final class Fetch implements Runnable {
    private final List<Elements> wanted;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean succeeded;
    private volatile boolean givenUp;
    private final AtomicLong pieces = new AtomicLong();

    Fetch(List<Elements> wanted) {
      this.wanted = wanted;
    }

    @Override
    public void run() {
      try {
        session.awaitLaunches();
        for (Elements each : wanted) {
          read(each);
        }
        succeeded = true;
      } catch (DeviceException | RuntimeException | Error failure) {
        System.getLogger(ArraysLeft.class.getName())
            .log(
                System.Logger.Level.DEBUG,
                "copying arrays back from a device that failed",
                failure);
      } finally {
        ended.countDown();
        end();
      }
    }

    private void read(Elements each) throws DeviceException {
      ArraysOnDevice.Part memory = arrays.only(each.buffer()).orElseThrow();
      ArrayLayout layout = ArrayLayout.of(each.copy());
      int most = layout.type().elements(PIECE_BYTES);
      ByteBuffer passing =
          ByteBuffer.allocateDirect((int) layout.type().bytes(Math.min(most, layout.size())));
      for (Box box : each.part().boxes()) {
        long to = layout.start(Math.toIntExact(box.max0()));
        for (long at = layout.start(Math.toIntExact(box.min0())); at < to; at += most) {
          int count = (int) Math.min(most, to - at);
          ByteBuffer piece =
              passing.slice(0, (int) layout.type().bytes(count)).order(ByteOrder.nativeOrder());
          session.read(memory.buffer(), memory.at(layout.type().bytes(at)), piece);
          layout.store(at, count, piece);
          pieces.incrementAndGet();
          if (givenUp) {
            return;
          }
        }
      }
    }

    /**
     * Waits, and returns whether everything was copied; returns false as soon as one piece takes
     * too long.
     */
    boolean await() {
      boolean interrupted = false;
      long before = -1;
      try {
        while (pieces.get() != before) {
          before = pieces.get();
          try {
            if (ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
              return succeeded;
            }
          } catch (InterruptedException e) {
            interrupted = true;
            before = -1;
          }
        }
        givenUp = true;
        return false;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
