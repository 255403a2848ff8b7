package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Stand-ins for the objects of TornadoVM's runtime that know the addresses of arrays. */
final class BehindTheApi {
  final Tasks taskGraphImpl;

  BehindTheApi(ImmutableTaskGraph graph) {
    taskGraphImpl = new Tasks(new Context(graph));
  }

  static final class Tasks {
    final Context executionContext;

    Tasks(Context context) {
      executionContext = context;
    }

    private Object getObjectAccess(Object array) {
      return array;
    }
  }

  static final class Context {
    private final ImmutableTaskGraph graph;

    Context(ImmutableTaskGraph graph) {
      this.graph = graph;
    }

    Local getLocalStateObject(Object array, Object access) {
      if (access != array) {
        throw new IllegalArgumentException("the access is another array's");
      }
      return new Local(graph, (TornadoNativeArray) array);
    }
  }

  record Local(ImmutableTaskGraph graph, TornadoNativeArray array) {
    State getDataObjectState() {
      return new State(graph, array);
    }
  }

  record State(ImmutableTaskGraph graph, TornadoNativeArray array) {
    BufferState getDeviceBufferState(TornadoDevice device) {
      if (!device.equals(graph.device)) {
        throw new IllegalArgumentException("the graph is on another device");
      }
      return new BufferState(graph.memory(array).address - array.header().capacity());
    }
  }

  record BufferState(long address) {
    Buffer getXPUBuffer() {
      return new Buffer(address);
    }
  }

  record Buffer(long address) {
    long toBuffer() {
      return address;
    }
  }
}
