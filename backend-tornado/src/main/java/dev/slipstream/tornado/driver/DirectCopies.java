package dev.slipstream.tornado.driver;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Copies that a device's driver makes. Arrays on the heap that are copied again and again are
 * pinned, and the device reads and writes them where they are; everything else goes through memory
 * that is always pinned, by several threads if it is much. Used by one thread at a time; nothing
 * else may use what is copied meanwhile.
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

  /** The JVM's first compiler takes what has run two hundred times. */
  private static final int REHEARSALS = 600;

  private static final int LEAST_PIECE = 1 << 20;
  private static final int LARGEST_PIECE = 1 << 21;

  /** So many pieces are taken by each thread at least if they are to be large. */
  private static final int PIECES = 8;

  private final CopyDriver driver;
  private final HelpingThreads threads;
  private final Optional<HeapPins> pins;

  /** One for each thread that copies. */
  private final List<CopyDriver.Stage> stages = new ArrayList<>();

  private int mostStages = Integer.MAX_VALUE;

  private int leastPinned = LEAST_PINNED;

  private DirectCopies(CopyDriver driver, HelpingThreads threads, Optional<HeapPins> pins) {
    this.driver = driver;
    this.threads = threads;
    this.pins = pins;
  }

  /**
   * Copies of a driver.
   *
   * @param threads may help
   */
  public static DirectCopies of(CopyDriver driver, HelpingThreads threads) {
    return of(driver, threads, CollectorBeans.here());
  }

  static DirectCopies of(CopyDriver driver, HelpingThreads threads, Optional<HeapMoves> moves) {
    return new DirectCopies(driver, threads, moves.map(known -> new HeapPins(driver, known)));
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
   * Copies elements to the device.
   *
   * @param device where the element with the number 0 is, or would be
   * @param from the first one
   * @param to the end
   * @throws DriverException if the driver fails; some of them may have been copied
   */
  public void store(long device, int elementBytes, int from, int to, Piece source)
      throws DriverException {
    copy(new Part(/* toDevice= */ true, device, elementBytes, source), from, to, leastPinned);
  }

  /** Copies elements from the device. */
  public void load(long device, int elementBytes, int from, int to, Piece target)
      throws DriverException {
    copy(new Part(/* toDevice= */ false, device, elementBytes, target), from, to, leastPinned);
  }

  /** A copy, of some elements or others. */
  private record Part(boolean toDevice, long device, int elementBytes, Piece host) {
    long at(int element) {
      return device + bytes(element);
    }

    long bytes(int elements) {
      return (long) elementBytes * elements;
    }

    int elements(long bytes) {
      return (int) (bytes / elementBytes);
    }
  }

  private void copy(Part part, int from, int to, int leastPinned) throws DriverException {
    if (to <= from) {
      return;
    }
    use(
        () -> {
          // A kernel may be running that TornadoVM has not waited for.
          driver.finish();
          Optional<HeapPins.Range> pinned = pinned(part, part.bytes(to - from) >= leastPinned);
          if (pinned.isEmpty()) {
            staged(part, from, to);
          } else {
            int first = Math.min(to, Math.max(from, part.elements(pinned.get().from())));
            int end = Math.max(first, Math.min(to, part.elements(pinned.get().to())));
            inPlace(part, first, end, from, to);
          }
        });
  }

  /** Which part of an array is pinned, if it is worth it. */
  private Optional<HeapPins.Range> pinned(Part part, boolean worthIt) throws DriverException {
    if (pins.isEmpty()) {
      return Optional.empty();
    }
    Optional<Object> array = worthIt ? part.host().array() : Optional.empty();
    if (array.isEmpty()) {
      // Others may be gone.
      pins.get().check();
      return Optional.empty();
    }
    return pins.get().use(array.get(), part.bytes(Array.getLength(array.get())));
  }

  /**
   * Copies back and forth until the JVM has compiled what does that, in all ways that there are.
   *
   * @param device memory that holds nothing, now and later
   * @param bytes how many there are
   * @return whether the device holds each time what was copied there
   */
  public boolean rehearse(long device, int bytes) throws DriverException {
    byte[] sent = new byte[bytes];
    byte[] came = new byte[bytes];
    Piece put = (first, count, at) -> at.put(sent, first, count);
    Piece get = (first, count, at) -> at.get(came, first, count);
    Part staging = new Part(/* toDevice= */ true, device, 1, put);
    Part returning = new Part(/* toDevice= */ false, device, 1, get);
    Part pinning = new Part(/* toDevice= */ true, device, 1, new Rehearsed(sent, put));
    Part fetching = new Part(/* toDevice= */ false, device, 1, new Rehearsed(came, get));
    for (int round = 0; round < REHEARSALS; round++) {
      boolean inPlace = (round & 1) == 0;
      Arrays.fill(sent, (byte) round);
      sent[bytes / 2] = (byte) ~round;
      copy(inPlace ? pinning : staging, 0, bytes, 0);
      copy(inPlace ? returning : fetching, 0, bytes, 0);
      if (!Arrays.equals(sent, came)) {
        return false;
      }
    }
    return true;
  }

  /** From now on pins also small arrays, or not any more. */
  public void pinSmall(boolean all) {
    leastPinned = all ? 0 : LEAST_PINNED;
  }

  /** An array that is copied as the program's are. */
  private record Rehearsed(byte[] elements, Piece piece) implements Piece {
    @Override
    public void copy(int first, int count, ByteBuffer at) {
      piece.copy(first, count, at);
    }

    @Override
    public Optional<Object> array() {
      return Optional.of(elements);
    }
  }

  /** Copies what is pinned, and the few elements before and after it. */
  private void inPlace(Part part, int first, int end, int from, int to) throws DriverException {
    Object array = part.host().array().orElseThrow();
    staged(part, from, first);
    staged(part, end, to);
    int next;
    boolean begins = part.toDevice() && part.bytes(end - first) > CHUNK;
    for (int at = first; at < end; at += next) {
      next = begins ? end - at : Math.min(part.elements(CHUNK), end - at);
      long offset = part.bytes(at);
      long bytes = part.bytes(next);
      long device = part.at(at);
      boolean done =
          pins.orElseThrow()
              .copy(
                  () -> {
                    if (begins) {
                      driver.beginToDevice(array, offset, device, bytes);
                      driver.finish();
                    } else if (part.toDevice()) {
                      driver.toDevice(array, offset, device, bytes);
                    } else {
                      driver.fromDevice(array, offset, device, bytes);
                    }
                  });
      if (!done) {
        // It is moving. What was copied of these elements may be anything, and still on its way.
        driver.finish();
        if (!begins || !pins.orElseThrow().hasStayed(array)) {
          staged(part, at, end);
          return;
        }
      }
    }
  }

  private void staged(Part part, int from, int to) throws DriverException {
    long bytes = part.bytes(to - from);
    if (bytes <= 0) {
      return;
    }
    int piece =
        bytes < (long) PIECES * LARGEST_PIECE
            ? part.elements(LEAST_PIECE)
            : part.elements(LARGEST_PIECE);
    int pieces = (int) (((long) to - from + piece - 1) / piece);
    int hands = prepare(Math.min(threads.helpers() + 1, pieces));
    AtomicInteger next = new AtomicInteger();
    if (hands == 1) {
      take(stages.get(0), part, from, to, piece, next);
      return;
    }
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    threads.together(
        hands,
        hand -> {
          try {
            if (hand == 0) {
              take(stages.get(hand), part, from, to, piece, next);
            } else {
              use(() -> take(stages.get(hand), part, from, to, piece, next));
            }
          } catch (DriverException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            next.set(pieces);
          }
        });
    throwIfFailed(failure.get());
  }

  private static void throwIfFailed(@Nullable Throwable failure) throws DriverException {
    if (failure instanceof DriverException known) {
      throw known;
    }
    if (failure != null) {
      throw new IllegalStateException("elements could not be copied", failure);
    }
  }

  /** Takes pieces until there is none. */
  private static void take(
      CopyDriver.Stage stage, Part part, int from, int to, int piece, AtomicInteger next)
      throws DriverException {
    for (long first = from + (long) piece * next.getAndIncrement();
        first < to;
        first = from + (long) piece * next.getAndIncrement()) {
      int count = (int) Math.min(piece, to - first);
      int at = (int) first;
      long bytes = part.bytes(count);
      ByteBuffer memory = stage.bytes().slice(0, (int) bytes).order(ByteOrder.nativeOrder());
      if (part.toDevice()) {
        part.host().copy(at, count, memory);
        stage.toDevice(0, part.at(at), bytes);
        stage.finish();
      } else {
        stage.fromDevice(0, part.at(at), bytes);
        stage.finish();
        part.host().copy(at, count, memory);
      }
    }
  }

  /** Makes stages, and tells how many of so many there are; at least one. */
  private int prepare(int wanted) throws DriverException {
    while (stages.size() < Math.min(wanted, mostStages)) {
      try {
        stages.add(driver.stage(LARGEST_PIECE));
      } catch (DriverException noMemory) {
        if (stages.isEmpty()) {
          throw noMemory;
        }
        // To ask again costs a collection of garbage.
        mostStages = stages.size();
      }
    }
    return Math.min(wanted, stages.size());
  }

  /**
   * Gives everything back. Nothing can be copied any more.
   *
   * @throws DriverException if something could not be given back, after everything else was
   */
  public void close() throws DriverException {
    List<Use> all = new ArrayList<>();
    pins.ifPresent(known -> all.add(known::close));
    stages.forEach(stage -> all.add(stage::close));
    stages.clear();
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
