package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The memory of a device of TornadoVM, in arrays of TornadoVM's. */
public final class TornadoMemory implements DeviceMemory {
  private final ResidentSession session;
  private final TornadoQueue queue;

  /**
   * @param session the device in use, which this has joined, and leaves when it is closed
   */
  public TornadoMemory(ResidentSession session) {
    this.session = session;
    this.queue = new TornadoQueue(session);
  }

  @Override
  public DeviceBuffer take(long bytes) throws DeviceException {
    DeviceBlock[] taken = new DeviceBlock[1];
    queue.move(() -> taken[0] = session.blocks().take(bytes));
    return taken[0];
  }

  @Override
  public void giveBack(DeviceBuffer buffer) throws DeviceException {
    queue.move(() -> session.blocks().giveBack((DeviceBlock) buffer));
  }

  @Override
  public void discard(DeviceBuffer buffer) {
    // It is freed with everything else when nobody uses the device any more.
  }

  @Override
  public boolean trim() throws DeviceException {
    boolean[] any = {false};
    queue.move(() -> any[0] = session.blocks().trim());
    return any[0];
  }

  @Override
  public ByteBuffer pin(long bytes) throws DeviceException {
    ByteBuffer[] pinned = new ByteBuffer[1];
    session.use(() -> pinned[0] = session.copies().pinned(Math.toIntExact(bytes)));
    return pinned[0];
  }

  @Override
  public DeviceQueue queue() {
    return queue;
  }

  @Override
  public List<ByteBuffer> tables(ArrayRows rows) {
    int[] entries = RowTables.of(rows);
    ByteBuffer table =
        ByteBuffer.allocateDirect(Math.multiplyExact(Integer.BYTES, entries.length))
            .order(ByteOrder.nativeOrder());
    table.asIntBuffer().put(entries);
    return List.of(table);
  }

  @Override
  public void close() throws DeviceException {
    session.leave();
  }
}
