package dev.slipstream.runtime.lanes;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.HostAllocations;
import dev.slipstream.runtime.transfer.ArrayLayout;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.PeerTransfer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Allocates and frees, and copies between the heap, host memory and one device. One thread may copy
 * in each direction at the same time: to the device, from it, and within it.
 */
final class DeviceCopies {
  private final DeviceSession session;
  private final ArraysOnDevice arrays;
  private final HostAllocations host;
  private final AtomicLong bytesIn = new AtomicLong();
  private final AtomicLong bytesOut = new AtomicLong();
  private final AtomicLong bytesToPeers = new AtomicLong();

  DeviceCopies(DeviceSession session, ArraysOnDevice arrays, HostAllocations host) {
    this.session = session;
    this.arrays = arrays;
    this.host = host;
  }

  /** Elements of the outermost array. */
  private record Rows(ArrayLayout layout, int from, int to) {
    long offset() {
      return layout.offset(from);
    }

    long bytes() {
      return layout.offset(to) - layout.offset(from);
    }

    /** How many primitives there are, of a part that is in host memory. */
    int count() {
      return Math.toIntExact(layout.start(to) - layout.start(from));
    }

    ArrayPart in(ArraysOnDevice.Part memory) {
      return ArrayPart.of(layout, from, to, memory.buffer(), memory.before());
    }
  }

  /** Does what an instruction says that concerns memory. */
  void run(Instruction instruction) throws DeviceException {
    if (instruction instanceof Instruction.Copy copy) {
      copy(copy);
    } else if (instruction instanceof Instruction.Allocate allocate) {
      Allocation allocation = allocate.allocation();
      if (allocation.memory().isDevice()) {
        arrays.allocate(allocation);
      } else {
        // Rows differ in length: what the planner counts is their mean.
        host.allocate(
            new Instruction.Allocate(allocate.id(), allocation, arrays.bytes(allocation)),
            MemoryStore.Purpose.SPILL);
      }
    } else if (instruction instanceof Instruction.Free free) {
      if (free.allocation().memory().isDevice()) {
        arrays.free(free.allocation());
      } else {
        host.free(free);
      }
    } else {
      throw new IllegalStateException("a device is not asked for " + instruction);
    }
  }

  /** Copies; returns at the end, or within the device once that was started. */
  void copy(Instruction.Copy copy) throws DeviceException {
    Allocation source = copy.source();
    Allocation destination = copy.destination();
    boolean fromHeap = source.memory().equals(MemoryId.HEAP);
    boolean toHeap = destination.memory().equals(MemoryId.HEAP);
    if (fromHeap && toHeap) {
      arrays.heap().copy(copy);
    } else if (fromHeap && destination.memory().isDevice()) {
      session.upload(parts(rows(copy), arrays.part(destination), bytesIn));
    } else if (source.memory().isDevice() && toHeap) {
      session.download(parts(rows(copy), arrays.part(source), bytesOut));
    } else {
      for (Rows rows : rows(copy)) {
        copy(source, destination, rows);
      }
    }
  }

  private static List<ArrayPart> parts(
      List<Rows> all, ArraysOnDevice.Part memory, AtomicLong counted) {
    List<ArrayPart> parts = new ArrayList<>(all.size());
    for (Rows rows : all) {
      parts.add(rows.in(memory));
      counted.addAndGet(rows.bytes());
    }
    return parts;
  }

  /** Copies to another device; returns at the end. */
  void copy(Instruction.Copy copy, DeviceCopies other) throws DeviceException {
    for (Rows rows : rows(copy)) {
      ArraysOnDevice.Part from = arrays.part(copy.source());
      ArraysOnDevice.Part to = other.arrays.part(copy.destination());
      session.copy(
          new PeerTransfer.Range(
              from.buffer(),
              from.at(rows.offset()),
              to.buffer(),
              to.at(rows.offset()),
              rows.bytes()),
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
    Optional<ArrayLayout> layout = arrays.layout(known.buffer().id());
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

  private void copy(Allocation source, Allocation destination, Rows rows) throws DeviceException {
    boolean fromDevice = source.memory().isDevice();
    if (destination.memory().isDevice()) {
      ArraysOnDevice.Part to = arrays.part(destination);
      if (fromDevice) {
        ArraysOnDevice.Part from = arrays.part(source);
        session.copy(
            from.buffer(), from.at(rows.offset()), to.buffer(), to.at(rows.offset()), rows.bytes());
      } else {
        session.write(to.buffer(), to.at(rows.offset()), inHost(source, rows));
        bytesIn.addAndGet(rows.bytes());
      }
    } else if (fromDevice) {
      ArraysOnDevice.Part from = arrays.part(source);
      session.read(from.buffer(), from.at(rows.offset()), inHost(destination, rows));
      bytesOut.addAndGet(rows.bytes());
    } else if (destination.memory().equals(MemoryId.HEAP)) {
      rows.layout().store(rows.layout().start(rows.from()), rows.count(), inHost(source, rows));
    } else if (source.memory().equals(MemoryId.HEAP)) {
      rows.layout().load(rows.layout().start(rows.from()), rows.count(), inHost(destination, rows));
    } else {
      inHost(destination, rows).put(inHost(source, rows));
    }
  }

  /** Elements in host memory, which begins with the first element of its box. */
  private ByteBuffer inHost(Allocation allocation, Rows rows) {
    ByteBuffer memory = host.of(allocation);
    int first = Math.toIntExact(allocation.box().min0());
    int before = Math.toIntExact(rows.offset() - rows.layout().offset(first));
    return memory
        .slice(memory.position() + before, Math.toIntExact(rows.bytes()))
        .order(ByteOrder.nativeOrder());
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
}
