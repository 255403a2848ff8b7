package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.dataflow.FlowGraph;
import dev.slipstream.compiler.opencl.CBlock.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes blocks as C with loops, ifs and switches. The structure only determines the layout of the
 * text. Each jump that does not follow from it is written as {@code break}, {@code continue} or
 * {@code goto}, so that any control flow is correct, including one without structure.
 *
 * <p>The position of each block's text follows Ramsey, "Beyond Relooper" (2022): in the branch that
 * is its only predecessor, after the block that dominates it, or after the loop that it leaves.
 */
final class StructuredWriter {
  /** Denotes the end of a function that returns nothing. */
  private static final int END = -1;

  private static final int NOWHERE = -2;
  private static final int DEEPEST = 120;

  private final List<CBlock> blocks;
  private final FlowGraph graph;

  /**
   * The blocks whose text follows that of another block; inside the loop if that block is a loop's
   * header.
   */
  private final Map<Integer, List<Integer>> after = new HashMap<>();

  /** The blocks whose text follows the loop of which a block is the header. */
  private final Map<Integer, List<Integer>> afterLoop = new HashMap<>();

  private final Set<Integer> headers = new HashSet<>();

  /** The headers of loops that the driver should replace by copies of their bodies. */
  private final Set<Integer> unrolled;

  private final Set<Integer> inBranch = new HashSet<>();
  private final Set<Integer> labelled = new HashSet<>();
  private final Set<Integer> entered = new HashSet<>();
  private final Deque<Integer> deferred = new ArrayDeque<>();
  private int depth;

  private StructuredWriter(List<CBlock> blocks) {
    this.blocks = blocks;
    int[][] successors = new int[blocks.size()][];
    for (int block = 0; block < successors.length; block++) {
      Collection<Integer> next = blocks.get(block).successors();
      successors[block] = new int[next.size()];
      int s = 0;
      for (int target : next) {
        successors[block][s++] = target;
      }
    }
    graph = new FlowGraph(successors);
    for (FlowGraph.Loop loop : graph.loops()) {
      headers.add(loop.header());
    }
    unrolled = ShortLoops.headers(blocks, graph);
    for (int block : graph.order()) {
      if (block != 0) {
        findPlace(block);
      }
    }
  }

  private void findPlace(int block) {
    int dominator = graph.immediateDominator(block);
    boolean oneWay = graph.entries(block) == 1;
    for (FlowGraph.Loop loop : graph.loops()) {
      if (loop.nodes().get(dominator) && !loop.nodes().get(block)) {
        if (!(oneWay && blocks.get(block).leaves() && loop.header() != dominator)) {
          afterLoop.computeIfAbsent(loop.header(), h -> new ArrayList<>()).add(block);
          return;
        }
        break;
      }
    }
    if (oneWay) {
      inBranch.add(block);
    } else {
      after.computeIfAbsent(dominator, d -> new ArrayList<>()).add(block);
    }
  }

  /** The construct that {@code break} would leave. */
  private static final class Construct {
    final int exit;
    final int loop;
    boolean left;

    /**
     * @param exit the block that follows the construct in the text
     * @param loop the header of the innermost loop around it
     */
    Construct(int exit, int loop) {
      this.exit = exit;
      this.loop = loop;
    }
  }

  /**
   * Writes a function's blocks.
   *
   * @param blocks the blocks, all reachable from the first
   * @param returnsVoid whether the function's end may be reached
   */
  static List<Line> write(List<CBlock> blocks, boolean returnsVoid) {
    StructuredWriter writer = new StructuredWriter(blocks);
    List<Line> lines = new ArrayList<>();
    Construct none = new Construct(NOWHERE, NOWHERE);
    boolean open = writer.place(0, returnsVoid ? END : NOWHERE, none, lines, 1);
    while (!writer.deferred.isEmpty()) {
      if (open) {
        lines.add(new Line(1, "return;", -1));
      }
      int block = writer.deferred.remove();
      lines.add(Line.label(1, block));
      open = writer.place(block, returnsVoid ? END : NOWHERE, none, lines, 1);
    }
    return writer.withLabels(lines);
  }

  private List<Line> withLabels(List<Line> lines) {
    List<Line> result = new ArrayList<>();
    for (Line line : lines) {
      if (!line.isLabel()) {
        result.add(line);
      } else if (labelled.remove(line.block())) {
        result.add(new Line(line.indent() - 1, "L" + line.block() + ":;", -1));
      }
    }
    return result;
  }

  /**
   * Writes a block and all blocks whose text follows it; returns whether control may reach the end.
   */
  private boolean place(int block, int next, Construct around, List<Line> out, int indent) {
    if (!headers.contains(block)) {
      return placeBody(block, next, around, out, indent);
    }
    List<Integer> exits = afterLoop.getOrDefault(block, List.of());
    int exit = exits.isEmpty() ? next : exits.get(0);
    Construct loop = new Construct(exit, block);
    List<Line> body = new ArrayList<>();
    placeBody(block, block, loop, body, indent + 1);
    out.add(Line.label(indent, block));
    if (unrolled.contains(block)) {
      out.add(new Line(indent, "#pragma unroll", -1));
    }
    out.add(new Line(indent, loopHead(blocks.get(block), body), blocks.get(block).line()));
    out.addAll(body);
    out.add(new Line(indent, "}", -1));
    return placeAll(exits, next, loop.left, around, out, indent);
  }

  /** Turns a leading {@code if (…) break;} into the loop's condition. */
  private static String loopHead(CBlock header, List<Line> body) {
    CBlock.Condition condition = header.condition();
    if (header.statements().isEmpty() && condition != null && !body.isEmpty()) {
      String first = body.get(0).text();
      if (first.equals("if (" + condition.text() + ") break;")) {
        body.remove(0);
        return "while (" + condition.opposite() + ") {";
      }
      if (first.equals("if (" + condition.opposite() + ") break;")) {
        body.remove(0);
        return "while (" + condition.text() + ") {";
      }
    }
    return "for (;;) {";
  }

  private boolean placeBody(int block, int next, Construct around, List<Line> out, int indent) {
    for (Line statement : blocks.get(block).statements()) {
      out.add(statement.at(indent));
    }
    List<Integer> followers = after.getOrDefault(block, List.of());
    int first = followers.isEmpty() ? next : followers.get(0);
    boolean open = end(block, first, around, out, indent);
    return placeAll(followers, next, open, around, out, indent);
  }

  private boolean placeAll(
      List<Integer> list, int next, boolean open, Construct around, List<Line> out, int indent) {
    boolean falls = open;
    for (int i = 0; i < list.size(); i++) {
      int block = list.get(i);
      if (!falls && !entered.contains(block) && blocks.get(block).isBareReturn()) {
        continue;
      }
      out.add(Line.label(indent, block));
      falls = place(block, i + 1 < list.size() ? list.get(i + 1) : next, around, out, indent);
    }
    return falls;
  }

  private boolean end(int block, int next, Construct around, List<Line> out, int indent) {
    CBlock contents = blocks.get(block);
    if (contents.condition() != null) {
      return branch(block, contents.condition(), next, around, out, indent);
    }
    if (contents.targets().size() == 1) {
      return go(block, contents.targets().get(0), next, around, out, indent);
    }
    if (!contents.leaves()) {
      return choose(block, next, around, out, indent);
    }
    if (contents.leavesBare() && next == END) {
      return true;
    }
    out.add(new Line(indent, contents.text(), contents.line()));
    return false;
  }

  private boolean branch(
      int block,
      CBlock.Condition condition,
      int next,
      Construct around,
      List<Line> out,
      int indent) {
    int yesTarget = blocks.get(block).targets().get(0);
    int noTarget = blocks.get(block).targets().get(1);
    if (yesTarget == noTarget) {
      return go(block, yesTarget, next, around, out, indent);
    }
    int line = blocks.get(block).line();
    List<Line> yes = new ArrayList<>();
    List<Line> no = new ArrayList<>();
    boolean yesFalls = go(block, yesTarget, next, around, yes, indent + 1);
    boolean noFalls = go(block, noTarget, next, around, no, indent + 1);
    if (yes.isEmpty()) {
      onlyIf(condition.opposite(), no, out, indent, line);
      return true;
    }
    if (no.isEmpty()) {
      onlyIf(condition.text(), yes, out, indent, line);
      return true;
    }
    if (!noFalls && (yesFalls || no.size() <= yes.size())) {
      onlyIf(condition.opposite(), no, out, indent, line);
      addOutdented(yes, out);
      return yesFalls;
    }
    if (!yesFalls) {
      onlyIf(condition.text(), yes, out, indent, line);
      addOutdented(no, out);
      return noFalls;
    }
    out.add(new Line(indent, "if (" + condition.opposite() + ") {", line));
    out.addAll(no);
    otherwise(yes, out, indent);
    return true;
  }

  private static void addOutdented(List<Line> lines, List<Line> out) {
    for (Line line : lines) {
      out.add(line.at(line.indent() - 1));
    }
  }

  private static void otherwise(List<Line> lines, List<Line> out, int indent) {
    String first = lines.get(0).text();
    List<Line> rest = lines.subList(1, lines.size());
    boolean chain = first.startsWith("if (");
    for (Line line : rest) {
      chain &= line.indent() > indent + 1 || line.text().startsWith("}");
    }
    if (chain) {
      out.add(new Line(indent, "} else " + first, -1));
      addOutdented(rest, out);
    } else {
      out.add(new Line(indent, "} else {", -1));
      out.addAll(lines);
      out.add(new Line(indent, "}", -1));
    }
  }

  private static void onlyIf(
      String condition, List<Line> then, List<Line> out, int indent, int line) {
    if (then.isEmpty()) {
      return;
    }
    if (then.size() == 1 && then.get(0).text().matches("(goto L\\d+|break|continue|return);")) {
      out.add(new Line(indent, "if (" + condition + ") " + then.get(0).text(), line));
      return;
    }
    out.add(new Line(indent, "if (" + condition + ") {", line));
    out.addAll(then);
    out.add(new Line(indent, "}", -1));
  }

  private boolean choose(int block, int next, Construct around, List<Line> out, int indent) {
    CBlock choice = blocks.get(block);
    int otherwise = choice.targets().get(choice.keys().size());
    Map<Integer, String> labels = new LinkedHashMap<>();
    for (int k = 0; k < choice.keys().size(); k++) {
      int target = choice.targets().get(k);
      if (target != otherwise) {
        String label = "case " + Literals.text(choice.keys().get(k)) + ": ";
        labels.merge(target, label, String::concat);
      }
    }
    labels.put(otherwise, "default: ");
    Construct construct = new Construct(next, around.loop);
    out.add(new Line(indent, "switch (" + choice.text() + ") {", choice.line()));
    for (Map.Entry<Integer, String> group : labels.entrySet()) {
      out.add(new Line(indent + 1, group.getValue() + "{", -1));
      go(block, group.getKey(), NOWHERE, construct, out, indent + 2);
      out.add(new Line(indent + 1, "}", -1));
    }
    out.add(new Line(indent, "}", -1));
    return construct.left;
  }

  /**
   * Writes the transfer from one block to another; returns whether that is done by reaching the end
   * of the text.
   */
  private boolean go(int from, int to, int next, Construct around, List<Line> out, int indent) {
    if (to == next) {
      return true;
    }
    int line = blocks.get(from).line();
    // The text of a block that belongs to a branch is part of the block that leads to it.
    if (inBranch.contains(to) && !graph.dominates(to, from)) {
      return goInto(to, next, around, out, indent);
    }
    if (blocks.get(to).isBareReturn()) {
      if (next == END) {
        return true;
      }
      out.add(new Line(indent, "return;", line));
    } else if (around.exit == to) {
      around.left = true;
      entered.add(to);
      out.add(new Line(indent, "break;", line));
    } else if (around.loop == to) {
      out.add(new Line(indent, "continue;", line));
    } else {
      entered.add(to);
      labelled.add(to);
      out.add(new Line(indent, "goto L" + to + ";", line));
    }
    return false;
  }

  private boolean goInto(int to, int next, Construct around, List<Line> out, int indent) {
    if (depth >= DEEPEST) {
      labelled.add(to);
      deferred.add(to);
      out.add(new Line(indent, "goto L" + to + ";", blocks.get(to).line()));
      return false;
    }
    depth++;
    boolean falls = place(to, next, around, out, indent);
    depth--;
    return falls;
  }
}
