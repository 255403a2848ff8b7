package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Readers;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state of a buffer on one node: the local writer and readers of each element, and whether it
 * is fresh. For elements that this node owns, it includes which nodes have a copy.
 */
final class BufferState {
  private static final BitSet NO_NODES = new BitSet(0);

  private final Buffer buffer;
  private final RegionMap<WriteState> writes;

  /**
   * For the elements that this node owns, the ranks that have a copy; the sets are never changed.
   */
  private final RegionMap<BitSet> copies;

  private final Holders holders;
  private final Readers<Command> readers = new Readers<>();
  private Vertex<Command> epoch;

  BufferState(Buffer buffer, NodeId local, Vertex<Command> epoch) {
    this(buffer, local, epoch, Holders.of(buffer.domain(), buffer.contents()));
  }

  private BufferState(Buffer buffer, NodeId local, Vertex<Command> epoch, Holders holders) {
    this.buffer = buffer;
    this.holders = holders;
    this.epoch = epoch;
    WriteState initial =
        buffer.contents() != InitialContents.ON_FIRST_NODE
            ? WriteState.copy(epoch)
            : local.rank() == 0 ? WriteState.own(epoch) : WriteState.own(epoch).stale();
    writes = new RegionMap<>(buffer.domain(), initial);
    copies = new RegionMap<>(buffer.domain(), NO_NODES);
  }

  /** Creates the state that was known at a horizon, with everything before it executed. */
  BufferState(BufferVersions known, NodeId local, Vertex<Command> epoch) {
    this(known.buffer(), local, epoch, Holders.unknown(known.buffer().domain()));
    for (BufferVersions.Part part : known.parts()) {
      writes.update(part.box(), new WriteState(epoch, part.fresh(), part.replicated()));
    }
    for (BufferVersions.Copies part : known.copies()) {
      BitSet nodes = new BitSet();
      for (NodeId node : part.nodes()) {
        nodes.set(node.rank());
      }
      copies.update(part.box(), nodes);
    }
  }

  BufferVersions versions() {
    List<BufferVersions.Part> parts = new ArrayList<>();
    for (Entry<WriteState> entry : writes.query(buffer.domain())) {
      WriteState state = entry.value();
      parts.add(
          new BufferVersions.Part(
              entry.box(), state.writer().id(), state.fresh(), state.replicated()));
    }
    List<BufferVersions.Copies> copied = new ArrayList<>();
    for (Entry<BitSet> entry : copies.query(buffer.domain())) {
      Set<NodeId> nodes = new HashSet<>();
      for (int rank = entry.value().nextSetBit(0); rank >= 0; ) {
        nodes.add(new NodeId(rank));
        rank = entry.value().nextSetBit(rank + 1);
      }
      if (!nodes.isEmpty()) {
        copied.add(new BufferVersions.Copies(entry.box(), nodes));
      }
    }
    return new BufferVersions(buffer, parts, copied);
  }

  Buffer buffer() {
    return buffer;
  }

  /** The nodes that alone have certain elements, as all nodes know them. */
  Holders holders() {
    return holders;
  }

  /** Replaces all earlier commands by an epoch, or by a horizon in force. */
  void collapse(Vertex<Command> newEpoch) {
    if (newEpoch.id() == epoch.id()) {
      return;
    }
    epoch = newEpoch;
    writes.apply(state -> state.writer().id() < newEpoch.id() ? state.by(newEpoch) : state);
    readers.forgetBefore(newEpoch);
  }

  List<Entry<WriteState>> writes(Region region) {
    return writes.query(region);
  }

  List<Vertex<Command>> writersOf(Region region) {
    List<Vertex<Command>> writers = new ArrayList<>();
    for (Entry<WriteState> entry : writes.query(region)) {
      writers.add(entry.value().writer());
    }
    return writers;
  }

  List<Vertex<Command>> readersOf(Region region) {
    return readers.of(region);
  }

  /** The parts of a region that another node must send. */
  List<Box> missing(Region region) {
    List<Box> missing = new ArrayList<>();
    for (Entry<WriteState> entry : writes.query(region)) {
      if (!entry.value().fresh()) {
        missing.add(entry.box());
      }
    }
    return missing;
  }

  /** The parts of a region that this node must send to nodes that need and lack them. */
  List<Entry<WriteState>> owned(Region region) {
    List<Entry<WriteState>> owned = writes.query(region);
    owned.removeIf(entry -> !entry.value().isOwned());
    return owned;
  }

  /** The parts of a box of which a node has no copy. */
  List<Box> lackedBy(NodeId node, Box box) {
    List<Box> lacked = new ArrayList<>();
    copies.forEach(
        box,
        (part, nodes) -> {
          if (!nodes.get(node.rank())) {
            lacked.add(part);
          }
        });
    return lacked;
  }

  void copied(NodeId node, Box box) {
    copies.change(
        box,
        nodes -> {
          BitSet more = (BitSet) nodes.clone();
          more.set(node.rank());
          return more;
        });
  }

  /** Notes that this node writes a region, which others lack from now on. */
  void written(Vertex<Command> writer, Region region) {
    writes.update(region, WriteState.own(writer));
    copies.update(region, NO_NODES);
    readers.overwritten(region);
  }

  /** Notes that every node writes the same to a region, which need not be sent. */
  void writtenEverywhere(Vertex<Command> writer, Region region) {
    received(writer, region);
  }

  /** Notes that this node gets a copy of a region that another one owns. */
  void received(Vertex<Command> writer, Region region) {
    writes.update(region, WriteState.copy(writer));
    readers.overwritten(region);
  }

  /** Notes that other nodes write a region. */
  void writtenElsewhere(Region region) {
    writes.change(region, WriteState::stale);
  }

  void read(Vertex<Command> reader, Region region) {
    readers.add(reader, region);
  }

  int entries() {
    return writes.size();
  }
}
