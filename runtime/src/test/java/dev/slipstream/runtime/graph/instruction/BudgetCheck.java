package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Searches for an order of execution in which a memory would exceed its budget. For each
 * allocation, this order begins with what must precede it, followed by all earlier allocations that
 * do not need other memory to be freed first.
 */
final class BudgetCheck {
  private final List<Instruction> instructions;
  private final List<BitSet> before;
  private final NodeTopology.Device device;
  private final BitSet frees = new BitSet();
  private final List<Integer> allocations = new ArrayList<>();

  BudgetCheck(List<Instruction> instructions, List<BitSet> before, NodeTopology.Device device) {
    this.instructions = instructions;
    this.before = before;
    this.device = device;
    for (int i = 0; i < instructions.size(); i++) {
      if (instructions.get(i) instanceof Instruction.Allocate allocate
          && allocate.allocation().memory().equals(device.memory())) {
        allocations.add(i);
      } else if (instructions.get(i) instanceof Instruction.Free free
          && free.allocation().memory().equals(device.memory())) {
        frees.set(i);
      }
    }
  }

  void check() {
    for (int last = 0; last < allocations.size(); last++) {
      BitSet done = (BitSet) before.get(allocations.get(last)).clone();
      done.set(allocations.get(last));
      for (int other = last - 1; other >= 0; other--) {
        addIfNothingIsFreed(allocations.get(other), done);
      }
      assertThat(used(done))
          .as("used on %s once %s is done", device, instructions.get(allocations.get(last)))
          .isLessThanOrEqualTo(device.budget());
    }
  }

  private void addIfNothingIsFreed(int allocation, BitSet done) {
    BitSet more = (BitSet) before.get(allocation).clone();
    more.andNot(done);
    if (!more.intersects(frees)) {
      done.or(more);
      done.set(allocation);
    }
  }

  private long used(BitSet done) {
    long used = 0;
    for (int i = done.nextSetBit(0); i >= 0; i = done.nextSetBit(i + 1)) {
      if (instructions.get(i) instanceof Instruction.Allocate allocate
          && allocate.allocation().memory().equals(device.memory())) {
        used += allocate.bytes();
      } else if (frees.get(i)) {
        Allocation freed = ((Instruction.Free) instructions.get(i)).allocation();
        used -= Machines.ELEMENT_BYTES * freed.box().area();
      }
    }
    return used;
  }
}
