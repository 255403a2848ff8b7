package dev.slipstream.opencl.resident;

import dev.slipstream.model.region.Box;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.launch.ResidentSession;
import dev.slipstream.opencl.memory.ArrayMemory;
import dev.slipstream.opencl.memory.ArrayUse;
import dev.slipstream.opencl.memory.DeviceLayout;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.HostAllocations;
import java.util.ArrayList;
import java.util.List;
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
  private final HostAllocations host;
  private final AtomicLong bytesIn = new AtomicLong();
  private final AtomicLong bytesOut = new AtomicLong();
  private final AtomicLong bytesToPeers = new AtomicLong();

  Copies(ResidentSession session, ArraysOnDevice arrays, HostAllocations host) {
    this.session = session;
    this.arrays = arrays;
    this.host = host;
  }

  /** Copies; returns at the end, or within the device once that was enqueued. */
  void copy(Instruction.Copy copy) throws ClException {
    List<Rows> all = rows(copy);
    Allocation source = copy.source();
    Allocation destination = copy.destination();
    if (source.memory().equals(MemoryId.HEAP) && destination.memory().equals(MemoryId.HEAP)) {
      arrays.heap().copy(copy);
      return;
    }
    if (source.memory().equals(MemoryId.HEAP) && destination.memory().isDevice()) {
      List<ArrayUse> uses = new ArrayList<>(all.size());
      ArrayMemory memory = arrays.memory(destination);
      for (Rows rows : all) {
        uses.add(rows.layout().upload(rows.from(), rows.to(), memory));
        bytesIn.addAndGet(rows.bytes());
      }
      session.upload(uses);
    } else if (source.memory().isDevice() && destination.memory().equals(MemoryId.HEAP)) {
      List<ArrayUse> uses = new ArrayList<>(all.size());
      ArrayMemory memory = arrays.memory(source);
      for (Rows rows : all) {
        uses.add(rows.layout().download(rows.from(), rows.to(), memory));
        bytesOut.addAndGet(rows.bytes());
      }
      session.download(uses);
    } else {
      for (Rows rows : all) {
        copy(source, destination, rows);
      }
    }
  }

  /** Copies to another device; returns at the end. */
  void copy(Instruction.Copy copy, Copies other) throws ClException {
    for (Rows rows : rows(copy)) {
      ArrayMemory from = arrays.memory(copy.source());
      ArrayMemory to = other.arrays.memory(copy.destination());
      session.copy(
          from.buffer(),
          from.at(rows.offset()),
          to.buffer(),
          to.at(rows.offset()),
          rows.bytes(),
          other.session);
      bytesToPeers.addAndGet(rows.bytes());
    }
  }

  /** What is to be copied; nothing of an array that is gone. */
  private List<Rows> rows(Instruction.Copy copy) {
    List<Rows> all = new ArrayList<>();
    // On the heap, elements may go to another array than the buffer's; it has the same layout.
    boolean toHeap = copy.destination().memory().equals(MemoryId.HEAP);
    Allocation known = toHeap ? copy.destination() : copy.source();
    Optional<DeviceLayout> layout = arrays.layout(known.buffer().id());
    if (layout.isPresent()) {
      for (Box box : copy.region().boxes()) {
        Rows rows =
            new Rows(layout.get(), Math.toIntExact(box.min0()), Math.toIntExact(box.max0()));
        if (rows.bytes() > 0) {
          all.add(rows);
        }
      }
    }
    return all;
  }

  /** The bytes that were copied to the device. */
  long bytesIn() {
    return bytesIn.get();
  }

  /** The bytes that were copied from the device to the host. */
  long bytesOut() {
    return bytesOut.get();
  }

  /** The bytes that were copied to other devices. */
  long bytesToPeers() {
    return bytesToPeers.get();
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
    boolean fromDevice = source.memory().isDevice();
    if (destination.memory().isDevice()) {
      ArrayMemory to = arrays.memory(destination);
      if (fromDevice) {
        ArrayMemory from = arrays.memory(source);
        session.copy(
            from.buffer(), from.at(rows.offset()), to.buffer(), to.at(rows.offset()), rows.bytes());
      } else {
        session.write(to.buffer(), to.at(rows.offset()), rows.bytes(), address(source, rows));
        bytesIn.addAndGet(rows.bytes());
      }
    } else if (fromDevice) {
      ArrayMemory from = arrays.memory(source);
      session.read(from.buffer(), from.at(rows.offset()), rows.bytes(), address(destination, rows));
      bytesOut.addAndGet(rows.bytes());
    } else if (destination.memory().equals(MemoryId.HEAP)) {
      rows.layout().store(rows.from(), rows.to(), address(source, rows));
    } else if (source.memory().equals(MemoryId.HEAP)) {
      rows.layout().load(rows.from(), rows.to(), address(destination, rows));
    } else {
      MemoryUtil.memCopy(address(source, rows), address(destination, rows), rows.bytes());
    }
  }

  /** Where elements are in host memory, which begins with the first element of its box. */
  private long address(Allocation allocation, Rows rows) {
    int first = Math.toIntExact(allocation.box().min0());
    return MemoryUtil.memAddress(host.of(allocation)) + rows.offset() - rows.layout().offset(first);
  }
}
