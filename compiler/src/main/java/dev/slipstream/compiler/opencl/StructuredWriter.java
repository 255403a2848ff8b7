package dev.slipstream.compiler.opencl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes blocks as C with loops, ifs and switches. The structure is only a way to lay out the text:
 * each jump that does not fall out of it is written as {@code break}, {@code continue} or {@code
 * goto}, so that any flow of control is right, also one that has no structure.
 */
final class StructuredWriter {
  /** Stands for the end of a function that returns nothing. */
  private static final int END = -1;

  private static final int NOWHERE = -2;
  private static final int DEEPEST = 120;

  private final List<CBlock> blocks;
  private final BlockLayout layout;
  private final Set<Integer> labelled = new HashSet<>();
  private final Set<Integer> entered = new HashSet<>();
  private final Deque<Integer> deferred = new ArrayDeque<>();
  private int depth;

  private StructuredWriter(List<CBlock> blocks) {
    this.blocks = blocks;
    this.layout = new BlockLayout(blocks);
  }

  /**
   * A line of C.
   *
   * @param indent the nesting depth
   * @param text the text
   * @param source the source line that it comes from, or -1
   */
  record Line(int indent, String text, int source) {
    private static final String LABEL = "label ";

    static Line label(int indent, int block) {
      return new Line(indent, LABEL + block, -1);
    }

    boolean isLabel() {
      return text.startsWith(LABEL);
    }

    int block() {
      return Integer.parseInt(text.substring(LABEL.length()));
    }

    Line outdented() {
      return new Line(indent - 1, text, source);
    }
  }

  /** The construct that {@code break} would leave. */
  private static final class Construct {
    final int exit;
    final int loop;
    boolean left;

    /**
     * @param exit what follows the construct in the text
     * @param loop the head of the innermost loop around
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

  /** Writes a block and all that belongs after it; returns whether control may reach the end. */
  private boolean place(int block, int next, Construct around, List<Line> out, int indent) {
    if (!layout.isHeader(block)) {
      return placeBody(block, next, around, out, indent);
    }
    List<Integer> exits = layout.afterLoop(block);
    int exit = exits.isEmpty() ? next : exits.get(0);
    Construct loop = new Construct(exit, block);
    List<Line> body = new ArrayList<>();
    placeBody(block, block, loop, body, indent + 1);
    out.add(Line.label(indent, block));
    out.add(new Line(indent, loopHead(blocks.get(block), body), blocks.get(block).line()));
    out.addAll(body);
    out.add(new Line(indent, "}", -1));
    return placeAll(exits, next, loop.left, around, out, indent);
  }

  /** Turns a leading {@code if (…) break;} into the loop's condition. */
  private static String loopHead(CBlock header, List<Line> body) {
    if (header.statements().isEmpty()
        && header.end() instanceof CBlock.Branch branch
        && !body.isEmpty()) {
      String first = body.get(0).text();
      CCondition condition = branch.condition();
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
    for (CBlock.Statement statement : blocks.get(block).statements()) {
      out.add(new Line(indent, statement.text(), statement.line()));
    }
    List<Integer> followers = layout.after(block);
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
    int line = contents.line();
    if (contents.end() instanceof CBlock.Jump jump) {
      return go(block, jump.target(), next, around, out, indent);
    }
    if (contents.end() instanceof CBlock.Branch branch) {
      return branch(block, branch, next, around, out, indent);
    }
    if (contents.end() instanceof CBlock.Switch choice) {
      return choose(block, choice, next, around, out, indent);
    }
    String value = ((CBlock.Return) contents.end()).value().map(v -> " " + v).orElse("");
    if (value.isEmpty() && next == END) {
      return true;
    }
    out.add(new Line(indent, "return" + value + ";", line));
    return false;
  }

  private boolean branch(
      int block, CBlock.Branch branch, int next, Construct around, List<Line> out, int indent) {
    if (branch.yes() == branch.no()) {
      return go(block, branch.yes(), next, around, out, indent);
    }
    int line = blocks.get(block).line();
    List<Line> yes = new ArrayList<>();
    List<Line> no = new ArrayList<>();
    boolean yesFalls = go(block, branch.yes(), next, around, yes, indent + 1);
    boolean noFalls = go(block, branch.no(), next, around, no, indent + 1);
    String condition = branch.condition().text();
    String opposite = branch.condition().opposite();
    if (yes.isEmpty()) {
      onlyIf(opposite, no, out, indent, line);
      return true;
    }
    if (no.isEmpty()) {
      onlyIf(condition, yes, out, indent, line);
      return true;
    }
    if (!noFalls && (yesFalls || no.size() <= yes.size())) {
      onlyIf(opposite, no, out, indent, line);
      yes.forEach(l -> out.add(l.outdented()));
      return yesFalls;
    }
    if (!yesFalls) {
      onlyIf(condition, yes, out, indent, line);
      no.forEach(l -> out.add(l.outdented()));
      return noFalls;
    }
    out.add(new Line(indent, "if (" + opposite + ") {", line));
    out.addAll(no);
    otherwise(yes, out, indent);
    return true;
  }

  private static void otherwise(List<Line> lines, List<Line> out, int indent) {
    Line first = lines.get(0);
    boolean chain =
        first.text().startsWith("if (")
            && lines.stream()
                .skip(1)
                .allMatch(line -> line.indent() > indent + 1 || line.text().startsWith("}"));
    if (chain) {
      out.add(new Line(indent, "} else " + first.text(), -1));
      lines.stream().skip(1).forEach(line -> out.add(line.outdented()));
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

  private boolean choose(
      int block, CBlock.Switch choice, int next, Construct around, List<Line> out, int indent) {
    Construct construct = new Construct(next, around.loop);
    out.add(new Line(indent, "switch (" + choice.selector() + ") {", blocks.get(block).line()));
    for (CBlock.Case group : choice.cases()) {
      StringBuilder labels = new StringBuilder();
      for (int key : group.keys()) {
        labels.append("case ").append(Literals.text(key)).append(": ");
      }
      out.add(new Line(indent + 1, labels + "{", -1));
      go(block, group.target(), NOWHERE, construct, out, indent + 2);
      out.add(new Line(indent + 1, "}", -1));
    }
    out.add(new Line(indent + 1, "default: {", -1));
    go(block, choice.otherwise(), NOWHERE, construct, out, indent + 2);
    out.add(new Line(indent + 1, "}", -1));
    out.add(new Line(indent, "}", -1));
    return construct.left;
  }

  /** Goes from one block to another; returns whether by reaching the end of the text. */
  private boolean go(int from, int to, int next, Construct around, List<Line> out, int indent) {
    if (to == next) {
      return true;
    }
    CBlock target = blocks.get(to);
    int line = blocks.get(from).line();
    if (layout.isInBranch(from, to)) {
      return goInto(to, next, around, out, indent);
    }
    if (target.isBareReturn()) {
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
