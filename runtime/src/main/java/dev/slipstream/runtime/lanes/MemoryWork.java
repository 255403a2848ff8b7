package dev.slipstream.runtime.lanes;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.graph.instruction.Allocation;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.HostAllocations;

/**
 * Allocates, frees and copies.
 *
 * @param arrays what is on the device
 * @param copies from there and to there
 * @param host what is in host memory
 */
record MemoryWork(ArraysOnDevice arrays, DeviceCopies copies, HostAllocations host) {
  /** Does what an instruction says that concerns memory. */
  void run(Instruction instruction) throws DeviceException {
    if (instruction instanceof Instruction.Copy copy) {
      copies.copy(copy);
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
}
