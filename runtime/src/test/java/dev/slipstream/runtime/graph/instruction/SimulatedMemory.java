package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The memories of one node: for each element of each allocation, the origin of its value. */
final class SimulatedMemory {
  /** A value. */
  sealed interface Value {}

  /** An initial value: zero, or one that the program has filled in. */
  record Start() implements Value {}

  /** A value in memory that no code has written. */
  record Garbage() implements Value {}

  /** A value that a task has written. */
  record Written(long task) implements Value {}

  private final Map<AllocationId, RegionMap<Value>> allocations = new HashMap<>();
  private final Map<MemoryId, Long> used = new HashMap<>();
  private final NodeTopology topology;
  private final boolean firstNode;
  private final Set<Buffer> copies;

  /**
   * @param copies the buffers whose arrays are empty at the start
   */
  SimulatedMemory(NodeTopology topology, boolean firstNode, Set<Buffer> copies) {
    this.topology = topology;
    this.copies = copies;
    this.firstNode = firstNode;
  }

  void allocate(Allocation allocation, long bytes) {
    assertThat(allocation.memory()).isNotEqualTo(MemoryId.HEAP);
    assertThat(bytes).isEqualTo(Machines.ELEMENT_BYTES * allocation.box().area());
    RegionMap<Value> values = new RegionMap<>(allocation.box(), new Garbage());
    assertThat(allocations.put(allocation.id(), values)).as("allocated once").isNull();
    long now = used.merge(allocation.memory(), bytes, Long::sum);
    for (NodeTopology.Device device : topology.devices()) {
      if (device.memory().equals(allocation.memory())) {
        assertThat(now).as("used on %s", device).isLessThanOrEqualTo(device.budget());
      }
    }
  }

  void free(Allocation allocation) {
    assertThat(allocations.remove(allocation.id())).as("%s is allocated", allocation).isNotNull();
    used.merge(allocation.memory(), -Machines.ELEMENT_BYTES * allocation.box().area(), Long::sum);
  }

  private RegionMap<Value> values(Allocation allocation) {
    if (allocation.memory().equals(MemoryId.HEAP)) {
      InitialContents contents = allocation.buffer().contents();
      Value initial =
          (contents == InitialContents.ON_FIRST_NODE && !firstNode)
                  || copies.contains(allocation.buffer())
              ? new Garbage()
              : new Start();
      return allocations.computeIfAbsent(
          allocation.id(), id -> new RegionMap<>(allocation.box(), initial));
    }
    RegionMap<Value> values = allocations.get(allocation.id());
    if (values == null) {
      throw new AssertionError(allocation + " is used, and not allocated");
    }
    return values;
  }

  List<RegionMap.Entry<Value>> read(Allocation allocation, Region region) {
    checkInside(allocation, region);
    return values(allocation).query(region);
  }

  void write(Allocation allocation, Region region, Value value) {
    checkInside(allocation, region);
    values(allocation).update(region, value);
  }

  void write(Allocation allocation, List<RegionMap.Entry<Value>> entries) {
    for (RegionMap.Entry<Value> entry : entries) {
      write(allocation, Region.of(entry.box()), entry.value());
    }
  }

  private static void checkInside(Allocation allocation, Region region) {
    if (!allocation.box().contains(region.boundingBox())) {
      throw new AssertionError(region + " is not inside of " + allocation + " " + allocation.box());
    }
  }

  void checkAllIsFreed() {
    used.forEach((memory, bytes) -> assertThat(bytes).as("left on %s", memory).isZero());
  }
}
