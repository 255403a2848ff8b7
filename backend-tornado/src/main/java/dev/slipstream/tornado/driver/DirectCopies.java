package dev.slipstream.tornado.driver;

import dev.slipstream.runtime.transfer.ArrayLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies that a device's driver makes. Arrays on the heap that are copied again and again are
 * pinned, and the device reads and writes them where they are; everything else comes in memory
 * outside the heap. Used by one thread at a time; nothing else may use what is copied meanwhile.
 */
public final class DirectCopies {
  /**
   * A collection of garbage waits for so many bytes at most. What is more goes to the device in one
   * call that collections do not wait for, unless the array moves as that begins: the device does
   * no harm by reading what has moved.
   */
  private static final int CHUNK = 1 << 26;

  /** For fewer bytes it is not worth it to pin them. */
  private static final int LEAST_PINNED = 1 << 17;

  private static final int STAGE = 1 << 21;

  private final CopyDriver driver;
  private final Optional<HeapPins> pins;

  /** What {@link #pinned} has given out. */
  private final List<ByteBuffer> given = new ArrayList<>();

  /** For parts of pinned arrays that are not pinned themselves. */
  private @Nullable ByteBuffer stage;

  private DirectCopies(CopyDriver driver, Optional<HeapPins> pins) {
    this.driver = driver;
    this.pins = pins;
  }

  /** Copies of a driver. */
  public static DirectCopies of(CopyDriver driver) {
    return of(driver, CollectorBeans.here());
  }

  static DirectCopies of(CopyDriver driver, Optional<HeapMoves> moves) {
    return new DirectCopies(driver, moves.map(known -> new HeapPins(driver, known)));
  }

  /** What is done with the device. */
  @FunctionalInterface
  private interface Use {
    void run() throws DriverException;
  }

  private void use(Use use) throws DriverException {
    driver.enter();
    try {
      use.run();
    } finally {
      driver.leave();
    }
  }

  /** Whether the device has bytes from an address on. */
  public boolean holds(long device, long bytes) {
    return driver.holds(device, bytes);
  }

  /**
   * Memory outside the heap that is copied faster than other memory, until everything is given
   * back.
   *
   * @throws DriverException if there is none
   */
  public ByteBuffer pinned(int bytes) throws DriverException {
    use(() -> given.add(driver.pinned(bytes)));
    return given.get(given.size() - 1);
  }

  /**
   * Copies memory outside the heap.
   *
   * @param host from its position to its limit
   * @throws DriverException if the driver fails; some of it may have been copied
   */
  public void copy(boolean toDevice, long device, ByteBuffer host) throws DriverException {
    use(
        () -> {
          // A kernel may be running that TornadoVM has not waited for.
          driver.finish();
          if (pins.isPresent()) {
            // Arrays may be gone.
            pins.get().check();
          }
          move(toDevice, device, host);
        });
  }

  private void move(boolean toDevice, long device, ByteBuffer host) throws DriverException {
    if (toDevice) {
      driver.toDevice(host, device);
    } else {
      driver.fromDevice(host, device);
    }
  }

  /**
   * Copies elements of an array, if it is worth it to pin that.
   *
   * @param device where the element with the number 0 is, or would be
   * @param from the first one
   * @param to the end
   * @param always whether it is, however few they are
   * @return whether they were copied; otherwise they are to be copied by way of other memory
   * @throws DriverException if the driver fails; some of them may have been copied
   */
  public boolean copy(boolean toDevice, long device, Object array, int from, int to, boolean always)
      throws DriverException {
    // Of booleans the device has bytes that need not be the JVM's.
    if (pins.isEmpty() || array instanceof boolean[] || to <= from) {
      return false;
    }
    Part part = new Part(toDevice, device, array, ArrayLayout.of(array));
    if (!always && part.bytes(to - from) < LEAST_PINNED) {
      return false;
    }
    boolean[] copied = new boolean[1];
    use(
        () -> {
          driver.finish();
          Optional<HeapPins.Range> pinned =
              pins.get().use(array, part.bytes(Array.getLength(array)));
          if (pinned.isPresent()) {
            int first = Math.min(to, Math.max(from, part.elements(pinned.get().from())));
            int end = Math.max(first, Math.min(to, part.elements(pinned.get().to())));
            inPlace(pins.get(), part, first, end);
            staged(part, from, first);
            staged(part, end, to);
            copied[0] = true;
          }
        });
    return copied[0];
  }

  /** A copy of elements of an array. */
  private record Part(boolean toDevice, long device, Object array, ArrayLayout layout) {
    long at(int element) {
      return device + bytes(element);
    }

    long bytes(int elements) {
      return layout.type().bytes(elements);
    }

    int elements(long bytes) {
      return layout.type().elements(bytes);
    }
  }

  private void inPlace(HeapPins known, Part part, int first, int end) throws DriverException {
    int next;
    boolean begins = part.toDevice() && part.bytes(end - first) > CHUNK;
    for (int at = first; at < end; at += next) {
      next = begins ? end - at : Math.min(part.elements(CHUNK), end - at);
      long offset = part.bytes(at);
      long bytes = part.bytes(next);
      long device = part.at(at);
      boolean done =
          known.copy(
              () -> {
                if (begins) {
                  driver.beginToDevice(part.array(), offset, device, bytes);
                  driver.finish();
                } else if (part.toDevice()) {
                  driver.toDevice(part.array(), offset, device, bytes);
                } else {
                  driver.fromDevice(part.array(), offset, device, bytes);
                }
              });
      if (!done) {
        // It is moving. What was copied of these elements may be anything, and still on its way.
        driver.finish();
        if (!begins || !known.hasStayed(part.array())) {
          staged(part, at, end);
          return;
        }
      }
    }
  }

  private void staged(Part part, int from, int to) throws DriverException {
    if (to <= from) {
      return;
    }
    ByteBuffer memory = stage;
    if (memory == null) {
      memory = driver.pinned(STAGE);
      stage = memory;
    }
    int most = part.elements(STAGE);
    for (int at = from; at < to; at += most) {
      int count = Math.min(most, to - at);
      ByteBuffer bytes = memory.slice(0, (int) part.bytes(count)).order(ByteOrder.nativeOrder());
      if (part.toDevice()) {
        part.layout().load(at, count, bytes);
      }
      move(part.toDevice(), part.at(at), bytes.clear());
      if (!part.toDevice()) {
        part.layout().store(at, count, bytes);
      }
    }
  }

  /**
   * Gives everything back. Nothing can be copied any more.
   *
   * @throws DriverException if something could not be given back, after everything else was
   */
  public void close() throws DriverException {
    List<Use> all = new ArrayList<>();
    pins.ifPresent(known -> all.add(known::close));
    given.forEach(memory -> all.add(() -> driver.unpin(memory)));
    ByteBuffer own = stage;
    if (own != null) {
      all.add(() -> driver.unpin(own));
    }
    given.clear();
    stage = null;
    use(
        () -> {
          @Nullable DriverException failure = null;
          for (Use each : all) {
            try {
              each.run();
            } catch (DriverException e) {
              failure = e;
            }
          }
          if (failure != null) {
            throw failure;
          }
        });
  }
}
