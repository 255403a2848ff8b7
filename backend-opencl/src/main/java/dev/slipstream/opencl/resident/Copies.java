package dev.slipstream.opencl.resident;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.launch.ResidentSession;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.DeviceLayout;
import dev.slipstream.runtime.instruction.Allocation;
import dev.slipstream.runtime.instruction.Instruction;
import dev.slipstream.runtime.instruction.MemoryId;
import dev.slipstream.runtime.region.Box;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.lwjgl.system.MemoryUtil;

/**
 * Copies between the heap, host memory and one device. One thread may copy in each direction at the
 * same time: to the device, from it, and within it.
 */
final class Copies {
  private final ResidentSession session;
  private final ArraysOnDevice arrays;
  private final HostMemory host;
  private final AtomicLong bytesIn;
  private final AtomicLong bytesOut;

  Copies(
      ResidentSession session,
      ArraysOnDevice arrays,
      HostMemory host,
      AtomicLong bytesIn,
      AtomicLong bytesOut) {
    this.session = session;
    this.arrays = arrays;
    this.host = host;
    this.bytesIn = bytesIn;
    this.bytesOut = bytesOut;
  }

  /** Copies; returns at the end, or within the device once that was enqueued. */
  void copy(Instruction.Copy copy) throws ClException {
    Optional<DeviceLayout> layout = arrays.layout(copy.source().buffer().id());
    if (layout.isPresent()) {
      for (Box box : copy.region().boxes()) {
        Rows rows =
            new Rows(layout.get(), Math.toIntExact(box.min0()), Math.toIntExact(box.max0()));
        if (rows.bytes() > 0) {
          copy(copy.source(), copy.destination(), rows);
        }
      }
    }
  }

  /** Elements of the outermost array. */
  private record Rows(DeviceLayout layout, int from, int to) {
    long offset() {
      return layout.offset(from);
    }

    long bytes() {
      return layout.offset(to) - layout.offset(from);
    }
  }

  private void copy(Allocation source, Allocation destination, Rows rows) throws ClException {
    if (destination.memory().isDevice()) {
      toDevice(source, arrays.buffer(destination), rows);
    } else if (source.memory().isDevice()) {
      fromDevice(arrays.buffer(source), destination, rows);
    } else if (destination.memory().equals(MemoryId.HEAP)) {
      rows.layout().store(rows.from(), rows.to(), address(source, rows));
    } else if (source.memory().equals(MemoryId.HEAP)) {
      rows.layout().load(rows.from(), rows.to(), address(destination, rows));
    } else {
      MemoryUtil.memCopy(address(source, rows), address(destination, rows), rows.bytes());
    }
  }

  private void toDevice(Allocation source, DeviceBuffer destination, Rows rows) throws ClException {
    if (source.memory().isDevice()) {
      session.copy(arrays.buffer(source), destination, rows.offset(), rows.bytes());
      return;
    }
    if (source.memory().equals(MemoryId.HEAP)) {
      session.upload(rows.layout().upload(rows.from(), rows.to(), destination));
    } else {
      session.write(destination, rows.offset(), rows.bytes(), address(source, rows));
    }
    bytesIn.addAndGet(rows.bytes());
  }

  private void fromDevice(DeviceBuffer source, Allocation destination, Rows rows)
      throws ClException {
    if (destination.memory().equals(MemoryId.HEAP)) {
      session.download(rows.layout().download(rows.from(), rows.to(), source));
    } else {
      session.read(source, rows.offset(), rows.bytes(), address(destination, rows));
    }
    bytesOut.addAndGet(rows.bytes());
  }

  /** Where elements are in host memory, which begins with the first element of its box. */
  private long address(Allocation allocation, Rows rows) {
    int first = Math.toIntExact(allocation.box().min0());
    return host.address(allocation) + rows.offset() - rows.layout().offset(first);
  }
}
