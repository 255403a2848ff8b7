package dev.slipstream.runtime.graph;

import java.util.Map;
import java.util.function.Function;

/**
 * Writes a recorded graph in the DOT language of Graphviz; edges lead from earlier vertices to
 * those that wait for them. True dependencies are solid, anti-dependencies dashed, output
 * dependencies dotted.
 *
 * @param <P> the payload of vertices
 */
public final class DotText<P> {
  private final String name;
  private final Function<P, String> label;
  private final Function<P, String> attributes;

  /**
   * Creates a writer.
   *
   * @param name the name of the graph
   * @param label returns the text of a vertex; lines end with a line feed
   * @param attributes returns further attributes of a vertex in DOT's syntax, or an empty text
   */
  public DotText(String name, Function<P, String> label, Function<P, String> attributes) {
    this.name = name;
    this.label = label;
    this.attributes = attributes;
  }

  /**
   * Writes a graph with a title.
   *
   * @param graph the graph
   * @param title the text above the picture; empty for none
   * @return the text, equal for equal graphs and titles
   */
  public String of(RecordedGraph<P> graph, String title) {
    StringBuilder text = new StringBuilder("digraph ").append(quoted(name)).append(" {\n");
    if (!title.isEmpty()) {
      text.append("  label=").append(quoted(title)).append(";\n  labelloc=t;\n");
    }
    text.append("  node [shape=box, fontname=monospace];\n");
    for (Map.Entry<Long, P> vertex : graph.payloads().entrySet()) {
      String further = attributes.apply(vertex.getValue());
      text.append("  ").append(vertex.getKey()).append(" [label=");
      text.append(quoted(label.apply(vertex.getValue())));
      text.append(further.isEmpty() ? "" : ", " + further).append("];\n");
    }
    for (RecordedGraph.Edge edge : graph.edges()) {
      text.append("  ").append(edge.on()).append(" -> ").append(edge.from());
      text.append(style(edge)).append(";\n");
    }
    return text.append("}\n").toString();
  }

  private static String style(RecordedGraph.Edge edge) {
    String line =
        switch (edge.kind()) {
          case TRUE -> "";
          case ANTI -> "style=dashed";
          case OUTPUT -> "style=dotted";
        };
    String color =
        switch (edge.origin()) {
          case DATA -> "";
          case EXECUTION_FRONT, LAST_EPOCH -> "color=gray";
        };
    String separator = line.isEmpty() || color.isEmpty() ? "" : ", ";
    String both = line + separator + color;
    return both.isEmpty() ? "" : " [" + both + "]";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
