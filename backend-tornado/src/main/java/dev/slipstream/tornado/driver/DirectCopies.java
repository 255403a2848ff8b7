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
 * Copies through a device's driver. Heap arrays that are copied again and again are pinned, so that
 * the device accesses them in place; all other elements go through memory outside the heap. Used by
 * one thread at a time; no other code may use the copied elements meanwhile.
 */
public final class DirectCopies {
  /**
   * The size of the parts in which pinned arrays are copied, which limits how long a garbage
   * collection waits. Larger copies to the device use one call that collections do not wait for,
   * unless the array moves when it begins: a device that reads an old address does no harm.
   */
  private static final int CHUNK = 1 << 26;

  /** Pinning does not pay for fewer bytes. */
  private static final int LEAST_PINNED = 1 << 17;

  private static final int STAGE = 1 << 21;

  private final CopyDriver driver;
  private final Optional<HeapPins> pins;

  /** The buffers that {@link #pinned} has returned. */
  private final List<ByteBuffer> given = new ArrayList<>();

  /** For those parts of pinned arrays that could not be pinned. */
  private @Nullable ByteBuffer stage;

  private DirectCopies(CopyDriver driver, Optional<HeapPins> pins) {
    this.driver = driver;
    this.pins = pins;
  }

  /** Returns copies through a driver. */
  public static DirectCopies of(CopyDriver driver) {
    return of(driver, CollectorBeans.here());
  }

  static DirectCopies of(CopyDriver driver, Optional<HeapMoves> moves) {
    return new DirectCopies(driver, moves.map(known -> new HeapPins(driver, known)));
  }

  /** An action on the device. */
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

  /** Whether a range of bytes is in the device's memory. */
  public boolean holds(long device, long bytes) {
    return driver.holds(device, bytes);
  }

  /**
   * Allocates memory outside the heap that is copied faster than other memory. It is freed by
   * {@link #close}.
   *
   * @throws DriverException if there is no such memory
   */
  public ByteBuffer pinned(int bytes) throws DriverException {
    use(() -> given.add(driver.pinned(bytes)));
    return given.get(given.size() - 1);
  }

  /**
   * Copies memory outside the heap.
   *
   * @param host the memory, from its position to its limit
   * @throws DriverException if the driver fails; a part may have been copied
   */
  public void copy(boolean toDevice, long device, ByteBuffer host) throws DriverException {
    use(
        () -> {
          // A kernel may still run, because TornadoVM does not always wait for its end.
          driver.finish();
          if (pins.isPresent()) {
            // Arrays may have been collected.
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
   * Copies elements of an array directly, if it pays to pin the array.
   *
   * @param device the address of element 0, whether or not it is copied
   * @param from the first element
   * @param to the index after the last element
   * @param always whether to copy directly however few elements there are
   * @return whether the elements were copied; if not, the caller copies them through other memory
   * @throws DriverException if the driver fails; some elements may have been copied
   */
  public boolean copy(boolean toDevice, long device, Object array, int from, int to, boolean always)
      throws DriverException {
    // The device's bytes for booleans need not be the JVM's.
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

  /** The array and the direction of a copy. */
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
        // The array has moved. The copied elements are undefined, and the copy may still be
        // running.
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
   * Frees and unpins everything. Nothing can be copied afterwards.
   *
   * @throws DriverException if something could not be freed; everything else was freed
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
