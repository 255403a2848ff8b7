package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.lanes.HeapCopies.Rows;
import dev.slipstream.runtime.scheduling.ElementVersions;
import dev.slipstream.runtime.scheduling.NodeMemory;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.PeerTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Allocates and frees memory, and copies between the heap, host memory and one device. One thread
 * may copy to the device, another from it, and a third within it, at the same time.
 */
final class DeviceCopies {
  private final DeviceSession session;
  private final ArraysOnDevice arrays;
  private final HeapCopies host;
  private final ElementVersions versions;
  private final AtomicLong bytesIn = new AtomicLong();
  private final AtomicLong bytesOut = new AtomicLong();
  private final AtomicLong bytesToPeers = new AtomicLong();

  /**
   * @param memory the memory of the node
   */
  DeviceCopies(DeviceSession session, ArraysOnDevice arrays, NodeMemory memory) {
    this.session = session;
    this.arrays = arrays;
    this.host = new HeapCopies(memory);
    this.versions = memory.versions();
  }

  /** Runs an instruction that concerns memory. */
  void run(Instruction instruction) throws DeviceException {
    if (instruction instanceof Instruction.Copy copy) {
      copy(copy);
    } else if (instruction instanceof Instruction.Allocate allocate
        && allocate.allocation().memory().isDevice()) {
      arrays.allocate(allocate.allocation());
    } else if (instruction instanceof Instruction.Free free
        && free.allocation().memory().isDevice()) {
      arrays.free(free.allocation());
      versions.freed(free.allocation());
    } else {
      host.run(instruction);
    }
  }

  /** The memory of arrays on the device. */
  ArraysOnDevice arrays() {
    return arrays;
  }

  /** Copies. Returns when the copy is complete; within the device, when it was started. */
  void copy(Instruction.Copy copy) throws DeviceException {
    Allocation source = copy.source();
    Allocation destination = copy.destination();
    boolean fromDevice = source.memory().isDevice();
    boolean toDevice = destination.memory().isDevice();
    if (!fromDevice && !toDevice) {
      host.run(copy);
      return;
    }
    versions.copying(copy);
    if (source.memory().equals(MemoryId.HEAP)) {
      session.upload(parts(host.rows(copy), arrays.part(destination), bytesIn));
    } else if (destination.memory().equals(MemoryId.HEAP)) {
      download(copy);
    } else {
      for (Rows rows : host.rows(copy)) {
        copy(source, destination, rows);
      }
    }
    versions.copied(copy);
  }

  private void download(Instruction.Copy copy) throws DeviceException {
    List<ArrayPart> parts = parts(host.rows(copy), arrays.part(copy.source()), bytesOut);
    try {
      session.download(parts);
    } finally {
      if (session.hasDownloaded()) {
        host.stored(copy);
      }
    }
  }

  private static List<ArrayPart> parts(
      List<Rows> all, ArraysOnDevice.Part memory, AtomicLong counted) {
    List<ArrayPart> parts = new ArrayList<>(all.size());
    for (Rows rows : all) {
      parts.add(
          ArrayPart.of(rows.layout(), rows.from(), rows.to(), memory.buffer(), memory.before()));
      counted.addAndGet(rows.bytes());
    }
    return parts;
  }

  /** Copies to another device, and returns when the copy is complete. */
  void copy(Instruction.Copy copy, DeviceCopies other) throws DeviceException {
    versions.copying(copy);
    for (Rows rows : host.rows(copy)) {
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
    versions.copied(copy);
  }

  private void copy(Allocation source, Allocation destination, Rows rows) throws DeviceException {
    if (!destination.memory().isDevice()) {
      ArraysOnDevice.Part from = arrays.part(source);
      session.read(from.buffer(), from.at(rows.offset()), host.memory(destination, rows));
      bytesOut.addAndGet(rows.bytes());
      return;
    }
    ArraysOnDevice.Part to = arrays.part(destination);
    if (source.memory().isDevice()) {
      ArraysOnDevice.Part from = arrays.part(source);
      session.copy(
          from.buffer(), from.at(rows.offset()), to.buffer(), to.at(rows.offset()), rows.bytes());
    } else {
      session.write(to.buffer(), to.at(rows.offset()), host.memory(source, rows));
      bytesIn.addAndGet(rows.bytes());
    }
  }

  /** The number of bytes that were copied to the device. */
  long bytesIn() {
    return bytesIn.get();
  }

  /** The number of bytes that were copied from the device to the host. */
  long bytesOut() {
    return bytesOut.get();
  }

  /** The number of bytes that were copied to other devices. */
  long bytesToPeers() {
    return bytesToPeers.get();
  }
}
