package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.SerialQueue;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.AllocationId;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.scheduling.ElementVersions;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.HostAllocations;
import dev.slipstream.runtime.scheduling.NodeMemory;
import java.util.Map;
import java.util.Optional;

/**
 * Makes spare copies of an unused array through the same code as real copies. So this code is
 * compiled before the first real copy, and in the processor's caches when the next one is expected.
 */
final class CopyWarmup {
  /** The JVM's first compiler compiles a method after two hundred calls. */
  private static final int ROUNDS = 300;

  private final SerialQueue queue;
  private final DeviceCopies copies;
  private final Instruction.Copy there;
  private final Instruction.Copy back;

  /** This reference keeps the array alive; all others are weak. */
  private final byte[] array;

  private CopyWarmup(
      DeviceSession session, SerialQueue queue, DeviceBuffer spare, HostAllocations host) {
    this.queue = queue;
    array = new byte[Math.toIntExact(spare.bytes())];
    Box all = Box.of(0, array.length);
    Buffer buffer =
        new Buffer(
            new BufferId(0), "spare", all, InitialContents.ON_EVERY_NODE, ElementSize.of(array));
    HeapArrays heap = HeapArrays.of(Map.of(buffer.id(), array));
    ArraysOnDevice arrays = new ArraysOnDevice(session, heap);
    copies = new DeviceCopies(session, arrays, new NodeMemory(heap, host, new ElementVersions()));
    Allocation onHeap = allocation(0, MemoryId.HEAP, buffer, all);
    Allocation onDevice = allocation(1, MemoryId.ofDevice(0), buffer, all);
    there = copy(0, onHeap, onDevice, all);
    back = copy(1, onDevice, onHeap, all);
    arrays.place(onDevice, spare);
  }

  private static Allocation allocation(int number, MemoryId memory, Buffer buffer, Box all) {
    return new Allocation(new AllocationId(number), memory, buffer, all);
  }

  private static Instruction.Copy copy(int number, Allocation from, Allocation to, Box all) {
    return new Instruction.Copy(
        number, from, to, Region.of(all), /* task= */ 0, Instruction.Copy.Reason.COHERENCE);
  }

  /**
   * Copies until the JVM has compiled the code for it, if that is useful.
   *
   * @return empty if the queue has no spare memory, or the device fails; then the first job fails
   *     too, or is slow
   */
  static Optional<CopyWarmup> of(DeviceSession session, SerialQueue queue, HostAllocations host) {
    Optional<DeviceBuffer> spare = queue.spare();
    if (spare.isEmpty()) {
      return Optional.empty();
    }
    try {
      CopyWarmup warmup = new CopyWarmup(session, queue, spare.get(), host);
      session.use(warmup::untilCompiled);
      return Optional.of(warmup);
    } catch (DeviceException | RuntimeException | LinkageError unprepared) {
      return Optional.empty();
    }
  }

  private void untilCompiled() throws DeviceException {
    for (int round = 0; round < ROUNDS && queue.spare().isPresent(); round++) {
      copies.copy(there);
      copies.copy(back);
    }
  }

  /**
   * Copies to the device once, so that the code is in the processor's caches and the device is
   * awake.
   */
  void once() throws DeviceException {
    if (queue.spare().isPresent()) {
      copies.copy(there);
    }
  }
}
