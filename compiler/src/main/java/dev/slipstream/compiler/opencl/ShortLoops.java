package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.dataflow.FlowGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops with few iterations, whose number is a constant. Drivers of CPUs vectorise work items
 * only if no loop is left in them, and PoCL does not unroll even the shortest loop by itself
 * (measured: four divisions for each element take a third of the time without their loop).
 *
 * <p>It recognises what an {@code int} variable, two constants and one increment make of a loop in
 * C. The result is advice for the driver; what kernels compute does not depend on it.
 */
final class ShortLoops {
  private static final int MOST_ITERATIONS = 16;

  /** The most statements of all iterations; longer ones would take the driver long to build. */
  private static final long MOST_STATEMENTS = 128;

  private static final Pattern CONDITION =
      Pattern.compile("(v\\d+i) (<|<=|>|>=|==|!=) (-?\\d{1,9})");
  private static final Pattern ASSIGNMENT = Pattern.compile("(v\\d+i) = (.*);");
  private static final Pattern INCREMENT =
      Pattern.compile("\\(int\\)\\(\\(uint\\)(v\\d+i) ([+-]) (\\d{1,9})u\\)");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  /** A call of another method, whose length is not known here. */
  private static final Pattern CALL = Pattern.compile("\\bf\\d+_\\w+\\(");

  private final List<CBlock> blocks;
  private final FlowGraph graph;

  /** The number of iterations of each short loop, by its header. */
  private final Map<Integer, Integer> iterations = new HashMap<>();

  private ShortLoops(List<CBlock> blocks, FlowGraph graph) {
    this.blocks = blocks;
    this.graph = graph;
  }

  /** The headers of all short loops that contain short loops only. */
  static Set<Integer> headers(List<CBlock> blocks, FlowGraph graph) {
    ShortLoops found = new ShortLoops(blocks, graph);
    List<FlowGraph.Loop> inner = new ArrayList<>(graph.loops());
    Collections.reverse(inner);
    for (FlowGraph.Loop loop : inner) {
      int count = found.leavesAtItsHeader(loop) ? found.count(loop) : 0;
      if (count > 0 && count <= MOST_ITERATIONS) {
        long statements = found.statements(loop);
        if (statements > 0 && statements * count <= MOST_STATEMENTS) {
          found.iterations.put(loop.header(), count);
        }
      }
    }
    return found.iterations.keySet();
  }

  private boolean leavesAtItsHeader(FlowGraph.Loop loop) {
    for (int node : loop.nodes().stream().toArray()) {
      CBlock block = blocks.get(node);
      boolean leaves =
          block.leaves() || block.targets().stream().anyMatch(to -> !loop.nodes().get(to));
      if (leaves != (node == loop.header())) {
        return false;
      }
    }
    return true;
  }

  /** The number of statements of one iteration; 0 if that is not known. */
  private long statements(FlowGraph.Loop loop) {
    long statements = 0;
    for (int node : loop.nodes().stream().toArray()) {
      CBlock block = blocks.get(node);
      if (block.statements().stream().anyMatch(line -> CALL.matcher(line.text()).find())) {
        return 0;
      }
      long times = 1;
      for (FlowGraph.Loop inner : graph.loops()) {
        if (inner.header() != loop.header()
            && loop.nodes().get(inner.header())
            && inner.nodes().get(node)) {
          times *= iterations.getOrDefault(inner.header(), 0);
        }
      }
      if (times == 0) {
        return 0;
      }
      statements += times * (block.statements().size() + 1);
    }
    return statements;
  }

  /** The number of iterations; 0 if it is not a known constant. */
  private int count(FlowGraph.Loop loop) {
    CBlock header = blocks.get(loop.header());
    CBlock.Condition condition = header.condition();
    if (condition == null || graph.entries(loop.header()) != 1) {
      return 0;
    }
    boolean staysIfTrue = loop.nodes().get(header.targets().get(0));
    Matcher stay = CONDITION.matcher(staysIfTrue ? condition.text() : condition.opposite());
    if (!stay.matches()) {
      return 0;
    }
    String variable = stay.group(1);
    String start = lastValue(graph.immediateDominator(loop.header()), variable);
    String growth = onlyValue(loop, variable);
    if (start == null || growth == null || !NUMBER.matcher(start).matches()) {
      return 0;
    }
    Matcher increment = INCREMENT.matcher(growth);
    if (!increment.matches() || !increment.group(1).equals(variable)) {
      return 0;
    }
    long step = Long.parseLong(increment.group(2) + increment.group(3));
    long value = Long.parseLong(start);
    long limit = Long.parseLong(stay.group(3));
    int count = 0;
    while (count <= MOST_ITERATIONS && holds(value, stay.group(2), limit)) {
      value += step;
      count++;
    }
    return count;
  }

  private static boolean holds(long value, String relation, long limit) {
    return switch (relation) {
      case "<" -> value < limit;
      case "<=" -> value <= limit;
      case ">" -> value > limit;
      case ">=" -> value >= limit;
      case "==" -> value == limit;
      default -> value != limit;
    };
  }

  private @Nullable String lastValue(int node, String variable) {
    String last = null;
    for (CBlock.Line line : blocks.get(node).statements()) {
      Matcher assignment = ASSIGNMENT.matcher(line.text());
      if (assignment.matches() && assignment.group(1).equals(variable)) {
        last = assignment.group(2);
      }
    }
    return last;
  }

  /** The value that the loop assigns to a variable, if it does so in one place. */
  private @Nullable String onlyValue(FlowGraph.Loop loop, String variable) {
    String only = null;
    for (int node : loop.nodes().stream().toArray()) {
      for (CBlock.Line line : blocks.get(node).statements()) {
        Matcher assignment = ASSIGNMENT.matcher(line.text());
        if (assignment.matches() && assignment.group(1).equals(variable)) {
          if (only != null) {
            return null;
          }
          only = assignment.group(2);
        }
      }
    }
    return only;
  }
}
