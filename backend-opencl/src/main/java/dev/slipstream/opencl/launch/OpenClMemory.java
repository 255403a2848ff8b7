package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.memory.BufferPool;
import dev.slipstream.opencl.memory.ClBuffer;
import dev.slipstream.opencl.memory.PinnedMemory;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The memory of an OpenCL device, in the context that all users of the device share. */
public final class OpenClMemory implements DeviceMemory {
  private final long context;
  private final DeviceFacts device;
  private final FaultInjection faults;
  private final BufferPool pool;
  private final Runnable atEnd;
  private final List<CommandQueue> queues = new ArrayList<>();
  private final IdentityHashMap<ByteBuffer, PinnedMemory> pinned = new IdentityHashMap<>();

  /** The queue that pins memory; a separate one, so that pinning waits for no other command. */
  private @Nullable CommandQueue pinning;

  /**
   * @param pool provides buffers
   * @param atEnd runs after everything was released
   */
  public OpenClMemory(
      long context, DeviceFacts device, FaultInjection faults, BufferPool pool, Runnable atEnd) {
    this.context = context;
    this.device = device;
    this.faults = faults;
    this.pool = pool;
    this.atEnd = atEnd;
  }

  @Override
  public DeviceBuffer take(long bytes) throws ClException {
    faults.requireRoom(bytes);
    return pool.take(bytes);
  }

  @Override
  public void giveBack(DeviceBuffer buffer) throws ClException {
    pool.giveBack((ClBuffer) buffer);
  }

  @Override
  public void discard(DeviceBuffer buffer) throws ClException {
    pool.discard((ClBuffer) buffer);
  }

  @Override
  public boolean trim() throws ClException {
    return pool.free();
  }

  @Override
  public synchronized ByteBuffer pin(long bytes) throws ClException {
    CommandQueue queue = pinning;
    if (queue == null) {
      queue = CommandQueue.open(context, device, faults, pool);
      pinning = queue;
      queues.add(queue);
    }
    PinnedMemory memory = new PinnedMemory(context, queue.handle(), bytes);
    ByteBuffer view = memory.bytes();
    pinned.put(view, memory);
    return view;
  }

  @Override
  public synchronized void unpin(ByteBuffer memory) throws ClException {
    PinnedMemory known = pinned.remove(memory);
    if (known != null) {
      known.close();
    }
  }

  @Override
  public synchronized DeviceQueue queue() throws ClException {
    CommandQueue queue = CommandQueue.open(context, device, faults, pool);
    queues.add(queue);
    return queue;
  }

  /**
   * {@inheritDoc}
   *
   * <p>For {@code T[][]} one table contains the start of each row, and the end of the last one. For
   * {@code T[][][]} one table contains the number of each plane's first row, and another one the
   * start of each row. A deeper array has one more table for each level.
   */
  @Override
  public List<ByteBuffer> tables(ArrayRows rows) {
    if (rows.rowLength() >= 0) {
      return List.of();
    }
    List<ByteBuffer> tables = new ArrayList<>();
    for (int level = 0; level < rows.levels(); level++) {
      int of = level;
      tables.add(table(level == 0 ? rows.from() : 0, rows.count(level), i -> rows.first(of, i)));
    }
    tables.add(table(rows.levels() == 0 ? rows.from() : 0, rows.count(), rows::rowStart));
    return tables;
  }

  /**
   * A table of starts, and of the end.
   *
   * @param from the index of the first entry
   */
  private static ByteBuffer table(int from, int count, IntToLongFunction start) {
    ByteBuffer table = longs(from + count + 1);
    for (int i = 0; i <= count; i++) {
      table.putLong(Long.BYTES * (from + i), start.applyAsLong(i));
    }
    return table;
  }

  private static ByteBuffer longs(int count) {
    return ByteBuffer.allocateDirect(Math.multiplyExact(Long.BYTES, count))
        .order(ByteOrder.nativeOrder());
  }

  @Override
  public synchronized void close() throws DeviceException {
    @Nullable ClException failure = null;
    for (CommandQueue queue : queues) {
      try {
        queue.close();
      } catch (ClException e) {
        failure = e;
      }
    }
    queues.clear();
    atEnd.run();
    if (failure != null) {
      throw failure;
    }
  }
}
