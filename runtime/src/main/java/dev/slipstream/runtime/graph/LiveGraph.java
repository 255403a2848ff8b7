package dev.slipstream.runtime.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The vertices of a graph that are not pruned, in segments that begin with horizons and epochs. It
 * also has the execution front (the vertices that no other waits for), the length of the critical
 * path, and the epoch, or horizon in force, that new vertices follow. Pruned vertices take no
 * memory. Used by one thread.
 *
 * @param <P> the payload of vertices
 */
public class LiveGraph<P> {
  /** The vertices from a horizon or epoch up to the next. */
  private record Segment<P>(long mark, boolean epoch, List<Vertex<P>> vertices) {}

  private static final long NONE = -1;

  private final GraphRecorder<P> recorder;
  private final Deque<Segment<P>> segments = new ArrayDeque<>();
  private List<Vertex<P>> candidates = new ArrayList<>();
  private List<Vertex<P>> batch = new ArrayList<>();
  private @Nullable Vertex<P> epoch;
  private @Nullable Vertex<P> horizon;
  private int frontSize;
  private int criticalPath;
  private int size;
  private long nextId;
  private long lastReached = NONE;

  /**
   * Creates an empty graph.
   *
   * @param recorder is notified of all events
   */
  public LiveGraph(GraphRecorder<P> recorder) {
    this(recorder, 0);
  }

  /**
   * Creates an empty graph with a first number for its vertices.
   *
   * @param recorder is notified of all events
   * @param firstId the number of the first vertex
   */
  public LiveGraph(GraphRecorder<P> recorder, long firstId) {
    this.recorder = recorder;
    this.nextId = firstId;
  }

  /**
   * The epoch, or the horizon that has replaced it.
   *
   * @throws IllegalStateException if there was none yet
   */
  public final Vertex<P> epoch() {
    if (epoch == null) {
      throw new IllegalStateException("a stream must begin with an epoch");
    }
    return epoch;
  }

  /**
   * Adds a horizon or an epoch, which waits for everything before it. New vertices follow a new
   * epoch immediately; a new horizon brings the horizon before it into force.
   *
   * @param mark the number of its task, higher than all before
   * @param isEpoch whether it is an epoch
   * @param payload its payload
   */
  public final void addMark(long mark, boolean isEpoch, P payload) {
    segments.addLast(new Segment<>(mark, isEpoch, new ArrayList<>()));
    Vertex<P> added = add(payload);
    if (isEpoch) {
      epoch = added;
      horizon = null;
    } else {
      epoch = horizon == null ? epoch : horizon;
      horizon = added;
    }
    dependOnFront(added);
  }

  /**
   * Returns the number that the next vertex will have.
   *
   * @return the number, one more than that of the vertex before
   */
  public final long nextId() {
    return nextId;
  }

  /**
   * Adds a vertex, which is in the front until another waits for it.
   *
   * @param payload its payload
   * @return the vertex
   * @throws NoSuchElementException if there was no epoch yet
   */
  public final Vertex<P> add(P payload) {
    Vertex<P> vertex = new Vertex<>(nextId++, payload);
    segments.getLast().vertices().add(vertex);
    batch.add(vertex);
    candidates.add(vertex);
    frontSize++;
    size++;
    recorder.added(vertex.id(), payload);
    return vertex;
  }

  /** Returns the vertices that were added since the last call. */
  public final List<Vertex<P>> takeBatch() {
    List<Vertex<P>> taken = batch;
    batch = new ArrayList<>();
    return taken;
  }

  /** Makes a vertex wait for the result of another. */
  public final void need(Vertex<P> from, Vertex<P> on, DependencyOrigin origin) {
    depend(from, on, DependencyKind.TRUE, origin);
  }

  /** Makes a vertex without dependencies follow the epoch. */
  public final void needEpochIfNothingElse(Vertex<P> vertex) {
    if (!vertex.needsAny()) {
      need(vertex, epoch(), DependencyOrigin.LAST_EPOCH);
    }
  }

  /**
   * Makes a vertex wait for another.
   *
   * @param from the vertex that waits
   * @param on an older vertex
   * @param kind why the order matters
   * @param origin how the dependency was found
   * @throws IllegalArgumentException if the other is not older: the graph would have a cycle
   */
  public final void depend(
      Vertex<P> from, Vertex<P> on, DependencyKind kind, DependencyOrigin origin) {
    if (on.id() >= from.id()) {
      throw new IllegalArgumentException(
          from + " cannot wait for " + on + ", which is not older: the graph would have a cycle");
    }
    from.depend(on, kind, origin);
    criticalPath = Math.max(criticalPath, from.criticalPath());
    if (on.leaveFront()) {
      frontSize--;
    }
    recorder.depends(from.id(), on.id(), kind, origin);
  }

  /**
   * Makes a vertex that overwrites elements wait for their readers, and for those of their writers
   * that have no such reader.
   *
   * @param from the vertex that writes
   * @param readers the vertices that read any of the elements since they were written
   * @param writers the vertices that wrote them last; may repeat
   */
  public final void overwrite(Vertex<P> from, List<Vertex<P>> readers, List<Vertex<P>> writers) {
    for (Vertex<P> writer : writers) {
      boolean read = false;
      for (Vertex<P> reader : readers) {
        if (reader.needs(writer)) {
          depend(from, reader, DependencyKind.ANTI, DependencyOrigin.DATA);
          read = true;
        }
      }
      if (!read) {
        depend(from, writer, DependencyKind.OUTPUT, DependencyOrigin.DATA);
      }
    }
    // A reader is newer than the horizon that has replaced the writer whose data it reads.
    for (Vertex<P> reader : readers) {
      if (!from.dependsOn(reader)) {
        depend(from, reader, DependencyKind.ANTI, DependencyOrigin.DATA);
      }
    }
  }

  /** Makes a vertex wait for all others of the execution front, so that it alone is the front. */
  private void dependOnFront(Vertex<P> vertex) {
    List<Vertex<P>> front = new ArrayList<>();
    for (Vertex<P> candidate : candidates) {
      if (candidate.isInFront() && candidate.id() != vertex.id()) {
        front.add(candidate);
      }
    }
    for (Vertex<P> before : front) {
      need(vertex, before, DependencyOrigin.EXECUTION_FRONT);
    }
    candidates = new ArrayList<>();
    candidates.add(vertex);
  }

  /**
   * Notes that a horizon or epoch was executed. An epoch drops everything before it. A horizon
   * drops everything before the horizon that was reached last, which is the oldest that new
   * vertices may wait for.
   *
   * @param mark the number of its task
   * @throws IllegalArgumentException if there is no live horizon or epoch of that number
   */
  public final void reached(long mark) {
    for (Segment<P> segment : segments) {
      if (segment.mark() == mark) {
        eraseBefore(segment.epoch() || lastReached == NONE ? epochOr(segment) : lastReached);
        lastReached = mark;
        return;
      }
    }
    throw new IllegalArgumentException("there is no live horizon or epoch T" + mark);
  }

  private long epochOr(Segment<P> segment) {
    return segment.epoch() ? segment.mark() : segments.getFirst().mark();
  }

  private void eraseBefore(long mark) {
    boolean erased = false;
    while (segments.getFirst().mark() < mark) {
      for (Vertex<P> vertex : segments.removeFirst().vertices()) {
        vertex.forgetAll();
        size--;
        erased = true;
      }
    }
    if (erased) {
      forgetErased();
    }
  }

  /**
   * Drops references to erased vertices, so that these can be collected. Only the first two
   * segments are searched. New vertices wait for nothing older than the horizon before the last
   * one, so later segments have no such references. Searching all segments would make a horizon
   * more expensive the more vertices are live.
   */
  private void forgetErased() {
    long firstKept = segments.getFirst().vertices().get(0).id();
    int left = 2;
    for (Segment<P> segment : segments) {
      for (Vertex<P> vertex : segment.vertices()) {
        vertex.forgetBefore(firstKept);
      }
      if (--left == 0) {
        return;
      }
    }
  }

  /** The number of live vertices. */
  public final int size() {
    return size;
  }

  /**
   * Returns all live vertices.
   *
   * @return the vertices, from the oldest to the newest
   */
  public final List<Vertex<P>> vertices() {
    List<Vertex<P>> vertices = new ArrayList<>(size);
    for (Segment<P> segment : segments) {
      vertices.addAll(segment.vertices());
    }
    return vertices;
  }

  /**
   * Returns the number of horizons and epochs that were not reached yet.
   *
   * @return the number
   */
  public final int outstanding() {
    int outstanding = 0;
    for (Segment<P> segment : segments) {
      outstanding += segment.mark() > lastReached ? 1 : 0;
    }
    return outstanding;
  }

  /** The number of vertices that no other waits for. */
  public final int frontSize() {
    return frontSize;
  }

  /** The length of the longest chain of dependencies that was ever created. */
  public final int criticalPath() {
    return criticalPath;
  }
}
