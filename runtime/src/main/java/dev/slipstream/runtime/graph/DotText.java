package dev.slipstream.runtime.graph;

import java.util.Map;
import java.util.function.Function;

/**
 * A recorded graph in the DOT language of Graphviz, from what comes first to what waits for it.
 * True dependencies are solid, anti-dependencies dashed, output dependencies dotted.
 *
 * @param <P> what vertices stand for
 */
public final class DotText<P> {
  private final String name;
  private final Function<P, String> label;
  private final Function<P, String> attributes;

  /**
   * Creates a writer.
   *
   * @param name the name of the graph
   * @param label what is written into a vertex; lines end with a line feed
   * @param attributes further attributes of a vertex, as DOT has them, or an empty text
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
   * @param title stands above the picture; nothing does if it is empty
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
