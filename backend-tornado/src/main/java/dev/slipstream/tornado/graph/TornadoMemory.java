package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import dev.slipstream.runtime.transfer.ArrayCopier;
import dev.slipstream.runtime.transfer.ArrayLayout;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.driver.Piece;
import dev.slipstream.tornado.launch.RowTables;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** The memory of a device of TornadoVM, in arrays of TornadoVM's. */
public final class TornadoMemory implements DeviceMemory, ArrayCopier {
  private final ResidentSession session;
  private final TornadoQueue queue;

  /**
   * @param session the device in use, which is closed with this
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
    // It is freed with everything else when this is closed.
  }

  @Override
  public boolean trim() throws DeviceException {
    boolean[] any = {false};
    queue.move(() -> any[0] = session.blocks().trim());
    return any[0];
  }

  @Override
  public DeviceQueue queue(boolean timed) {
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

  /** Elements of the program's own arrays, by their numbers. */
  private record OnHeap(ArrayLayout layout, boolean toDevice) implements Piece {
    @Override
    public void copy(int first, int count, ByteBuffer at) {
      if (toDevice) {
        layout.load(first, count, at);
      } else {
        layout.store(first, count, at);
      }
    }

    @Override
    public Optional<Object> array() {
      // Of booleans the device has bytes that need not be the JVM's.
      return layout.flat().filter(array -> !(array instanceof boolean[]));
    }
  }

  @Override
  public void upload(List<ArrayPart> parts) throws DeviceException {
    queue.move(() -> copy(parts, /* toDevice= */ true));
  }

  @Override
  public void download(List<ArrayPart> parts) throws DeviceException {
    queue.move(() -> copy(parts, /* toDevice= */ false));
  }

  private void copy(List<ArrayPart> parts, boolean toDevice) throws TornadoException {
    for (ArrayPart part : parts) {
      if (part.missing() != 0) {
        throw new IllegalStateException("kernels need whole arrays");
      }
      DeviceBlock block = (DeviceBlock) part.buffer();
      int bytes = (int) part.layout().type().bytes(1);
      int from = Math.toIntExact(part.from());
      int to = Math.toIntExact(part.to());
      Piece piece = new OnHeap(part.layout(), toDevice);
      if (toDevice) {
        session.copies().store(block, bytes, from, to, piece);
      } else {
        session.copies().load(block, bytes, from, to, piece);
      }
    }
  }

  @Override
  public void close() throws DeviceException {
    session.closeIfIdle();
  }
}
