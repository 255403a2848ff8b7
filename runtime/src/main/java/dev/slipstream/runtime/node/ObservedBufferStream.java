package dev.slipstream.runtime.node;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.coherence.LeftOnDevice;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.util.Optional;
import java.util.Set;

/** A stream that also reports its calls to a dry run. */
record ObservedBufferStream(BufferStream stream, DryNodes listener) implements BufferStream {
  @Override
  public Buffer create(Object array) {
    Buffer buffer = stream.create(array);
    listener.created(buffer);
    return buffer;
  }

  @Override
  public Optional<Region> storedSince(BufferId buffer, long before) {
    return stream.storedSince(buffer, before);
  }

  @Override
  public void replace(Buffer buffer, Object array) {
    stream.replace(buffer, array);
  }

  @Override
  public Arrival copyBack(Buffer buffer, Region part) {
    listener.reads(buffer, part);
    return stream.copyBack(buffer, part);
  }

  @Override
  public Arrival copyBackAhead(Buffer buffer, Region part, Object array) {
    listener.reads(buffer, part);
    return stream.copyBackAhead(buffer, part, array);
  }

  @Override
  public Arrival hostWrites(Buffer buffer, Region part) {
    listener.writes(buffer, part);
    return stream.hostWrites(buffer, part);
  }

  @Override
  public CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
    listener.reads(buffer, part);
    return stream.copyOut(buffer, part, array, copy);
  }

  @Override
  public void forget(BufferId buffer) {
    listener.forgotten(buffer);
    stream.forget(buffer);
  }

  @Override
  public long stores(BufferId buffer) {
    return stream.stores(buffer);
  }

  @Override
  public Set<BufferId> knownToAll(Set<BufferId> mine) {
    return stream.knownToAll(mine);
  }

  @Override
  public void flush() {
    stream.flush();
  }

  @Override
  public long lastTask() {
    return stream.lastTask();
  }

  @Override
  public LeftOnDevice leftOnDevice() {
    return stream.leftOnDevice();
  }

  @Override
  public ExecutionFailedException abandon(Throwable cause) {
    return stream.abandon(cause);
  }
}
