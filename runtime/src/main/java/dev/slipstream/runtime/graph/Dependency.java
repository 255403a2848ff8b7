package dev.slipstream.runtime.graph;

/**
 * One edge of a graph, as the later vertex keeps it.
 *
 * @param on the vertex that comes first
 * @param kind why the order matters
 * @param origin how the dependency was found
 * @param <P> the payload of vertices
 */
public record Dependency<P>(Vertex<P> on, DependencyKind kind, DependencyOrigin origin) {}
