package dev.slipstream.tornado.binding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kernels some of whose arrays stay on the device, or only memory there. Used by one thread at a
 * time.
 */
public final class ResidentGraph {
  private final ResidentApi api;
  private final Object graph;
  private final @Nullable GraphPlan plan;

  ResidentGraph(ResidentApi api, GraphPlan plan) {
    this.api = api;
    this.graph = plan.graph();
    this.plan = plan;
  }

  ResidentGraph(ResidentApi api, Object graph) {
    this.api = api;
    this.graph = graph;
    this.plan = null;
  }

  /**
   * From the next run on an array of this kernel is an array of another graph, with all that this
   * has on the device.
   *
   * @param own the array of this kernel, one that is kept
   * @param owner a graph that has run with its array, or the memory
   * @param array the array that has the memory
   * @throws TornadoException if TornadoVM does not do it
   */
  public void map(NativeArray own, ResidentGraph owner, NativeArray array) throws TornadoException {
    api.map(own, graph, array, owner.graph);
  }

  /**
   * Makes this graph one for runs on the same memory and with the same grids, before its first run:
   * what that asks the device's driver for is recorded, without being done, and then played, as in
   * each run after it. Scalars are read anew each time.
   *
   * @throws TornadoException if TornadoVM records nothing
   */
  public void record() throws TornadoException {
    plan().record();
  }

  /**
   * Runs the kernels, one after the other.
   *
   * @param grids one for each
   * @throws TornadoException if one fails
   */
  public void run(List<LaunchGrid> grids) throws TornadoException {
    plan().run(grids);
  }

  /**
   * Copies elements of an array that is kept to its memory on the host, after a run.
   *
   * @param from the first one
   * @param count how many, at least 1
   * @throws TornadoException if it fails
   */
  public void read(NativeArray array, int from, int count) throws TornadoException {
    api.toHost(plan().result(), array, from, count);
  }

  /**
   * Where the elements of an array of this graph are in the device's memory, which it has had since
   * its first run, or from the beginning if it is only memory.
   *
   * @throws TornadoException if this version of TornadoVM does not tell
   */
  public long address(Target target, NativeArray array) throws TornadoException {
    return DeviceAddresses.of(graph, array.handle(), target.handle()) + array.headerBytes();
  }

  /** Whether it has kernels, of whose memory parts can be read, and not only memory. */
  public boolean isKernel() {
    return plan != null;
  }

  /** Gives the memory of its arrays back, also of those that are another graph's by now. */
  public void release() throws TornadoException {
    plan().release();
    api.released(this);
  }

  private GraphPlan plan() {
    if (plan == null) {
      throw new IllegalStateException("this is memory and no kernel");
    }
    return plan;
  }
}
