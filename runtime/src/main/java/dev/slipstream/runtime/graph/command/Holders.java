package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TaskChunks.Assigned;
import dev.slipstream.runtime.graph.task.BufferUse;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * For each element of a buffer, the node that alone has it. All nodes derive this from the stream;
 * it is known while no other node has read the element since it was written.
 */
final class Holders {
  private sealed interface Holder {}

  /** One node has the elements. */
  private record One(NodeId node) implements Holder {}

  /** Each of the nodes that ran a task has the elements that its chunks wrote. */
  private record Writers(BufferUse use, List<Assigned> chunks) implements Holder {}

  /** Several nodes may have the elements. */
  private record Several() implements Holder {}

  private static final Several SEVERAL = new Several();
  private static final One FIRST = new One(new NodeId(0));

  private final RegionMap<Holder> holders;

  private Holders(Box domain, Holder all) {
    holders = new RegionMap<>(domain, all);
  }

  /** Creates the state of a buffer that no task has used yet. */
  static Holders of(Box domain, InitialContents contents) {
    return new Holders(domain, contents == InitialContents.ON_FIRST_NODE ? FIRST : SEVERAL);
  }

  /** Creates the state of a buffer without a known history. */
  static Holders unknown(Box domain) {
    return new Holders(domain, SEVERAL);
  }

  /**
   * Notes that the chunks of a task read what they consume, and write what they produce.
   *
   * @param replicated whether all of them write the same
   */
  void used(BufferUse use, List<Assigned> chunks, boolean replicated) {
    if (chunks.isEmpty()) {
      return;
    }
    NodeId first = chunks.get(0).node();
    boolean alone = chunks.get(chunks.size() - 1).node().rank() == first.rank();
    holders.change(
        use.consumed(),
        holder -> alone && holder instanceof One one && one.node.equals(first) ? one : SEVERAL);
    holders.update(
        use.produced(), alone ? new One(first) : replicated ? SEVERAL : new Writers(use, chunks));
  }

  /** The elements of a region that one node alone has, by the ranks of these nodes. */
  SortedMap<Integer, Region> alone(Region region) {
    SortedMap<Integer, Region> alone = new TreeMap<>();
    for (RegionMap.Entry<Holder> entry : holders.query(region)) {
      if (entry.value() instanceof One one) {
        alone.merge(one.node.rank(), Region.of(entry.box()), Region::union);
      } else if (entry.value() instanceof Writers writers) {
        for (Assigned assigned : writers.chunks) {
          Region part = writers.use.produced(assigned.chunk()).intersection(entry.box());
          if (!part.isEmpty()) {
            alone.merge(assigned.node().rank(), part, Region::union);
          }
        }
      }
    }
    return alone;
  }
}
