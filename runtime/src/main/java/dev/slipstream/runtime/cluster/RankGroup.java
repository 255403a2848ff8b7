package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.network.Network;
import dev.slipstream.runtime.observation.NodeStatistics;
import dev.slipstream.runtime.scheduling.KernelTimes;
import dev.slipstream.runtime.scheduling.OtherNodes;
import java.util.List;
import java.util.Optional;

/** The nodes that share loops, as seen by a node that runs the program. */
public interface RankGroup extends OtherNodes {
  @Override
  int nodes();

  /** The network, for transfers. */
  Network network();

  /** The limits from which on it pays to share a loop. */
  SharingCost sharingCost();

  /** The part of a divided loop that each node gets; empty if the parts are always equal. */
  Optional<PartWeights> weights();

  /** Measures this node's parts, if parts are weighted. */
  Optional<KernelTimes.Listener> times();

  /**
   * The figures of all nodes up to now; waits briefly for their answers.
   *
   * @return in the order of their ranks; those that have not answered are missing
   */
  List<NodeStatistics> statistics();

  /** The maximum size of the heap that all nodes use if they have to decide the same. */
  default long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  /**
   * How many bytes of the device may be allocated at the same time. If nodes have to decide the
   * same, this waits for all of them.
   *
   * @param device runs this node's parts of loops
   * @param bytes the number in this process
   */
  default long deviceBytes(Device device, long bytes) {
    return bytes;
  }

  /**
   * The calling thread is about to submit a loop.
   *
   * @throws dev.slipstream.model.SlipstreamException if only one thread may, and another one does
   */
  default void submits() {}

  /**
   * If every node runs the program: whether all share a loop that is submitted now.
   *
   * @return empty if the first node has not decided it
   */
  default Optional<Boolean> isShared(LoopSize size) {
    return Optional.empty();
  }

  /** Notes that the first node has decided, by its measurements, whether all share a loop. */
  default void decide(LoopSize size, boolean shared) {}

  /** A host task begins on this node. */
  default void taskBegins() {}

  /** It has ended. */
  default void taskEnds() {}

  /** This node cannot do what the others do, so the run has to end. */
  default void cannotGoOn(String reason) {}
}
