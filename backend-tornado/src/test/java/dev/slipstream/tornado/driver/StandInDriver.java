package dev.slipstream.tornado.driver;

import dev.slipstream.runtime.transfer.ArrayLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A driver for which a test chooses the addresses of arrays. It copies pinned memory only. */
public final class StandInDriver implements CopyDriver {
  static final int PAGE = 4096;

  /** The size of the header before the elements of an array. */
  static final int HEADER = 16;

  private final Memory memory;
  private final Map<Object, Long> addresses = new IdentityHashMap<>();

  /** The ends of the pinned ranges, by their beginnings. */
  final TreeMap<Long, Long> pinned = new TreeMap<>();

  private long nextAddress = PAGE;
  private final ThreadLocal<Integer> uses = ThreadLocal.withInitial(() -> 0);

  /** The number of copies of arrays in place. */
  public final AtomicInteger inPlace = new AtomicInteger();

  /** The number of copies of memory outside the heap. */
  public final AtomicInteger staged = new AtomicInteger();

  /** The number of pinned pieces of memory outside the heap. */
  public final AtomicInteger stages = new AtomicInteger();

  /** Is called before each copy of an array in place. */
  Runnable beforeInPlace = () -> {};

  private final List<Runnable> begun = new ArrayList<>();

  /** Is called before a copy that was begun is made. */
  Runnable whileCopying = () -> {};

  /** Is called before the address of an array is returned. */
  Runnable whileLooking = () -> {};

  /** Is called while pages are pinned. */
  Runnable whilePinning = () -> {};

  /** Whether copies fail. */
  public volatile boolean broken;

  /** The device's memory. */
  public interface Memory {
    /** A range of bytes of the device's memory. */
    ByteBuffer at(long device, long bytes);
  }

  /** Creates a driver of some memory. */
  public StandInDriver(Memory memory) {
    this.memory = memory;
  }

  /** Creates a driver of some bytes, whose addresses begin at 0. */
  static StandInDriver of(byte[] memory) {
    return new StandInDriver(
        (device, bytes) ->
            ByteBuffer.wrap(memory, (int) device, (int) bytes)
                .slice()
                .order(ByteOrder.nativeOrder()));
  }

  void move(Object array, long address) {
    addresses.put(array, address);
  }

  @Override
  public void enter() {
    uses.set(uses.get() + 1);
  }

  @Override
  public void leave() {
    uses.set(uses.get() - 1);
  }

  private void requireUse() {
    if (uses.get() <= 0) {
      throw new IllegalStateException("this thread does not use the device");
    }
  }

  private void requireUsable() throws DriverException {
    requireUse();
    if (broken) {
      throw new DriverException("broken");
    }
  }

  @Override
  public void finish() throws DriverException {
    requireUsable();
    whileCopying.run();
    begun.forEach(Runnable::run);
    begun.clear();
  }

  @Override
  public boolean holds(long device, long bytes) {
    return true;
  }

  @Override
  public int pageBytes() {
    return PAGE;
  }

  void forget(Object array) {
    addresses.remove(array);
  }

  @Override
  public long address(Object array) {
    whileLooking.run();
    Long known = addresses.get(array);
    if (known == null) {
      known = nextAddress + HEADER;
      ArrayLayout layout = ArrayLayout.of(array);
      // The next one begins where this one ends.
      nextAddress = known + (layout.type().bytes(layout.size()) + 7) / 8 * 8;
      addresses.put(array, known);
    }
    return known;
  }

  @Override
  public void pin(long address, long bytes) throws DriverException {
    requireUse();
    if (address % PAGE != 0 || bytes % PAGE != 0) {
      throw new IllegalArgumentException("no whole pages");
    }
    Map.Entry<Long, Long> before = pinned.lowerEntry(address + bytes);
    if (before != null && before.getValue() > address) {
      throw new DriverException("some pages are pinned");
    }
    pinned.put(address, address + bytes);
    whilePinning.run();
  }

  @Override
  public void unpin(long address) throws DriverException {
    requireUse();
    if (pinned.remove(address) == null) {
      throw new DriverException("nothing is pinned there");
    }
  }

  private ByteBuffer part(Object array, long offset, long device, long bytes)
      throws DriverException {
    requireUsable();
    beforeInPlace.run();
    long begin = address(array) + offset;
    Map.Entry<Long, Long> pages = pinned.floorEntry(begin);
    if (pages == null || begin + bytes > pages.getValue()) {
      throw new DriverException("not all of it is pinned");
    }
    inPlace.incrementAndGet();
    return memory.at(device, bytes);
  }

  private static int width(Object array) {
    return (int) ArrayLayout.of(array).type().bytes(1);
  }

  @Override
  public void toDevice(Object array, long offset, long device, long bytes) throws DriverException {
    part(array, offset, device, bytes);
    copyToDevice(array, offset, device, bytes);
  }

  /** Makes the copy in {@link #finish}, of the elements at that time. */
  @Override
  public void beginToDevice(Object array, long offset, long device, long bytes)
      throws DriverException {
    part(array, offset, device, bytes);
    begun.add(() -> copyToDevice(array, offset, device, bytes));
  }

  private void copyToDevice(Object array, long offset, long device, long bytes) {
    int width = width(array);
    ArrayLayout.of(array)
        .load((int) (offset / width), (int) (bytes / width), memory.at(device, bytes));
  }

  @Override
  public void fromDevice(Object array, long offset, long device, long bytes)
      throws DriverException {
    ByteBuffer source = part(array, offset, device, bytes);
    int width = width(array);
    ArrayLayout.of(array).store((int) (offset / width), (int) (bytes / width), source);
  }

  @Override
  public ByteBuffer pinned(int bytes) throws DriverException {
    requireUsable();
    stages.incrementAndGet();
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  @Override
  public void unpin(ByteBuffer stage) {
    requireUse();
    stages.decrementAndGet();
  }

  @Override
  public void toDevice(ByteBuffer from, long device) throws DriverException {
    requireUsable();
    staged.incrementAndGet();
    memory.at(device, from.remaining()).put(from.duplicate());
  }

  @Override
  public void fromDevice(ByteBuffer to, long device) throws DriverException {
    requireUsable();
    staged.incrementAndGet();
    to.duplicate().put(memory.at(device, to.remaining()));
  }
}
