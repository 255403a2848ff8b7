package uk.ac.manchester.tornado.api;

import java.util.IdentityHashMap;
import java.util.Map;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A graph that is complete, with the memory of its arrays on the device. */
public class ImmutableTaskGraph {
  final TaskGraph graph;

  /** TornadoVM's own name; unused here. */
  final BehindTheApi taskGraph = new BehindTheApi(this);

  boolean hasRun;
  TornadoDevice device = new TornadoDeviceMap.Device(TornadoVMBackendType.OPENCL, 0);
  private final Map<TornadoNativeArray, StandInMemory> memories = new IdentityHashMap<>();

  ImmutableTaskGraph(TaskGraph graph) {
    this.graph = graph;
  }

  StandInMemory memory(TornadoNativeArray array) {
    StandInMemory known = memories.computeIfAbsent(array, a -> new StandInMemory(a.bytes()));
    known.requireThere();
    return known;
  }

  void map(TornadoNativeArray array, StandInMemory memory) {
    if (!memories.containsKey(array)) {
      // TornadoVM gives it memory of its own, which can never be found again.
      memory(array);
    }
    memories.put(array, memory);
  }

  /** As in TornadoVM: only a plan that has run has something to free. */
  void free() {
    if (hasRun) {
      memories.values().forEach(StandInMemory::free);
      memories.clear();
    }
  }
}
