package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.Readers;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The task that last wrote each element of a buffer, and the tasks that read it since. A horizon
 * takes effect when the buffer is next used, so that it costs nothing for unused buffers.
 */
final class BufferHistory {
  private final RegionMap<Optional<Vertex<Task>>> lastWriters;
  private final Readers<Task> readers = new Readers<>();
  private Vertex<Task> epoch;

  /** Elements that the host wrote count as last written by the epoch. */
  BufferHistory(Buffer buffer, Vertex<Task> epoch) {
    this.epoch = epoch;
    lastWriters =
        new RegionMap<>(
            buffer.domain(),
            buffer.contents() == InitialContents.UNWRITTEN ? Optional.empty() : Optional.of(epoch));
  }

  /** Replaces all earlier tasks by an epoch, or by a horizon in force. */
  void collapse(Vertex<Task> newEpoch) {
    if (newEpoch.id() == epoch.id()) {
      return;
    }
    epoch = newEpoch;
    Optional<Vertex<Task>> standIn = Optional.of(newEpoch);
    lastWriters.apply(
        writer -> writer.isPresent() && writer.get().id() < newEpoch.id() ? standIn : writer);
    readers.forgetBefore(newEpoch);
  }

  /** The writers of a region, one for each of its boxes; elements without a writer are left out. */
  List<Vertex<Task>> writersOf(Region region) {
    List<Vertex<Task>> writers = new ArrayList<>();
    for (Entry<Optional<Vertex<Task>>> entry : lastWriters.query(region)) {
      if (entry.value().isPresent()) {
        writers.add(entry.value().get());
      }
    }
    return writers;
  }

  List<Vertex<Task>> readersOf(Region region) {
    return readers.of(region);
  }

  void written(Vertex<Task> writer, Region region) {
    lastWriters.update(region, Optional.of(writer));
    readers.overwritten(region);
  }

  void read(Vertex<Task> reader, Region region) {
    readers.add(reader, region);
  }

  int entries() {
    return lastWriters.size();
  }
}
