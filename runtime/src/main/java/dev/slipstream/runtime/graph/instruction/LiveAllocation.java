package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.Readers;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.List;

/** An allocation that is not freed, with the last writer of each part, and its readers since. */
final class LiveAllocation {
  private final Allocation allocation;
  private final long bytes;
  private final RegionMap<Vertex<Instruction>> writers;
  private final Readers<Instruction> readers = new Readers<>();
  private final Vertex<Instruction> origin;
  private long lastUse;

  LiveAllocation(Allocation allocation, long bytes, Vertex<Instruction> origin) {
    this.allocation = allocation;
    this.bytes = bytes;
    this.origin = origin;
    writers = new RegionMap<>(allocation.box(), origin);
  }

  Allocation allocation() {
    return allocation;
  }

  Box box() {
    return allocation.box();
  }

  long bytes() {
    return bytes;
  }

  /** The instruction that created the allocation: its memory must not be used before. */
  Vertex<Instruction> origin() {
    return origin;
  }

  /** Replaces all earlier instructions by an epoch, or by a horizon in force. */
  void collapse(Vertex<Instruction> epoch) {
    writers.apply(writer -> writer.id() < epoch.id() ? epoch : writer);
    readers.forgetBefore(epoch);
  }

  List<Vertex<Instruction>> writersOf(Region region) {
    List<Vertex<Instruction>> found = new ArrayList<>();
    for (Entry<Vertex<Instruction>> entry : writers.query(region)) {
      found.add(entry.value());
    }
    return found;
  }

  List<Vertex<Instruction>> readersOf(Region region) {
    return readers.of(region);
  }

  void written(Vertex<Instruction> writer, Region region) {
    writers.update(region, writer);
    readers.overwritten(region);
  }

  void read(Vertex<Instruction> reader, Region region) {
    readers.add(reader, region);
  }

  /** The number of the command that last used it. */
  long lastUse() {
    return lastUse;
  }

  void usedBy(long command) {
    lastUse = command;
  }
}
