package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.network.Network;
import dev.slipstream.runtime.observation.NodeStatistics;
import dev.slipstream.runtime.scheduling.KernelTimes;
import dev.slipstream.runtime.scheduling.OtherNodes;
import java.util.List;
import java.util.Optional;

/** The nodes that share loops, as one knows them where the program runs. */
public interface RankGroup extends OtherNodes {
  @Override
  int nodes();

  /** The network, for transfers. */
  Network network();

  /** From when on it pays to share a loop. */
  SharingCost sharingCost();

  /** Which part of a divided loop each node gets; empty if the parts are always equal. */
  Optional<PartWeights> weights();

  /** Measures this node's parts, if parts are weighted. */
  Optional<KernelTimes.Listener> times();

  /**
   * What all nodes have done so far; waits a moment for their answers.
   *
   * @return in the order of their ranks; those that have not answered are missing
   */
  List<NodeStatistics> statistics();

  /** The most bytes that the heap can have, as all nodes take them where they decide alike. */
  default long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  /**
   * How many bytes of the device may be allocated at a time. Where nodes decide alike, this waits
   * for all of them.
   *
   * @param device runs this node's parts of loops
   * @param bytes how many there are here
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
   * Where every node runs the program: whether all share a loop that is submitted now.
   *
   * @return empty if the first node has not decided it
   */
  default Optional<Boolean> isShared(LoopSize size) {
    return Optional.empty();
  }

  /** The first node has decided, by what it has measured, whether all share a loop. */
  default void decide(LoopSize size, boolean shared) {}

  /** A host task begins on this node. */
  default void taskBegins() {}

  /** It has ended. */
  default void taskEnds() {}

  /** This node cannot do what the others do, so that the run has to end. */
  default void cannotGoOn(String reason) {}
}
