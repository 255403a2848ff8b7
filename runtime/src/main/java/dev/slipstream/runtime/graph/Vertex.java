package dev.slipstream.runtime.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A vertex of a graph, with the vertices that it waits for. It belongs to one {@link LiveGraph} and
 * is used only by the thread that owns that.
 *
 * @param <P> the payload of vertices
 */
public final class Vertex<P> {
  private final long id;
  private final P payload;
  private final List<Dependency<P>> dependencies = new ArrayList<>(4);
  private int criticalPath;
  private boolean inFront = true;

  Vertex(long id, P payload) {
    this.id = id;
    this.payload = payload;
  }

  /**
   * Returns the index in the order of creation.
   *
   * @return the number, unique in the graph
   */
  public long id() {
    return id;
  }

  /** The payload. */
  public P payload() {
    return payload;
  }

  /**
   * Returns the dependencies, except those on pruned vertices.
   *
   * @return at most one dependency on each other vertex; unmodifiable
   */
  public List<Dependency<P>> dependencies() {
    return Collections.unmodifiableList(dependencies);
  }

  /**
   * Returns the length of the longest chain of dependencies that ended here when they were created:
   * pruning does not shorten it.
   *
   * @return the length, at least 0
   */
  public int criticalPath() {
    return criticalPath;
  }

  /**
   * Returns whether the vertex waits for another directly.
   *
   * @param other the other vertex
   * @return whether there is a dependency of any kind
   */
  public boolean dependsOn(Vertex<P> other) {
    return place(other) >= 0;
  }

  /**
   * Returns whether the vertex needs the result of another.
   *
   * @param other the other vertex
   * @return whether there is a true dependency on it
   */
  public boolean needs(Vertex<P> other) {
    int place = place(other);
    return place >= 0 && dependencies.get(place).kind() == DependencyKind.TRUE;
  }

  /** Whether the vertex has any true dependency. */
  public boolean needsAny() {
    for (int i = 0; i < dependencies.size(); i++) {
      if (dependencies.get(i).kind() == DependencyKind.TRUE) {
        return true;
      }
    }
    return false;
  }

  private int place(Vertex<P> other) {
    for (int i = 0; i < dependencies.size(); i++) {
      if (dependencies.get(i).on().id == other.id) {
        return i;
      }
    }
    return -1;
  }

  /** Adds a dependency, or strengthens the existing one. */
  void depend(Vertex<P> on, DependencyKind kind, DependencyOrigin origin) {
    int place = place(on);
    if (place < 0) {
      dependencies.add(new Dependency<>(on, kind, origin));
      criticalPath = Math.max(criticalPath, on.criticalPath + 1);
    } else if (kind.compareTo(dependencies.get(place).kind()) > 0) {
      dependencies.set(place, new Dependency<>(on, kind, origin));
    }
  }

  void forgetBefore(long firstKept) {
    int kept = 0;
    for (int i = 0; i < dependencies.size(); i++) {
      Dependency<P> dependency = dependencies.get(i);
      if (dependency.on().id >= firstKept) {
        dependencies.set(kept++, dependency);
      }
    }
    removeFrom(kept);
  }

  private void removeFrom(int kept) {
    for (int i = dependencies.size() - 1; i >= kept; i--) {
      dependencies.remove(i);
    }
  }

  void forgetAll() {
    dependencies.clear();
  }

  /** Removes the vertex from the execution front; returns whether it was in it. */
  boolean leaveFront() {
    boolean was = inFront;
    inFront = false;
    return was;
  }

  boolean isInFront() {
    return inFront;
  }

  @Override
  public String toString() {
    return payload.toString();
  }
}
