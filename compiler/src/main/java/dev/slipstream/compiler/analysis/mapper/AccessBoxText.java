package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/** Writes the boxes of accesses as text, with the names of loop variables. */
final class AccessBoxText {
  private static final int MOST_BOXES = 3;

  private final List<Iterations> loops;
  private final Box space;

  AccessBoxText(List<Iterations> loops, Box space) {
    this.loops = loops;
    this.space = space;
  }

  /** The text of several boxes, {@code [i][2*j..2*j + 1] and [0][j] if i = 0}. */
  String of(List<AccessBox> pieces, Box domain) {
    List<String> texts = new ArrayList<>();
    for (AccessBox piece : pieces.subList(0, Math.min(MOST_BOXES, pieces.size()))) {
      texts.add(of(piece, domain));
    }
    return String.join(" and ", texts) + (pieces.size() > MOST_BOXES ? " and more" : "");
  }

  /** The text of one box. */
  String of(AccessBox piece, Box domain) {
    List<String> axes = new ArrayList<>();
    for (int axis = 0; axis < piece.axes().size(); axis++) {
      axes.add(text(piece.axes().get(axis), domain.extent(axis)));
    }
    String where = piece.clip().equals(space) ? "" : " if " + clipText(piece.clip());
    return String.join("", axes) + where;
  }

  private String text(AxisRange range, long extent) {
    if (range.isConstant()
        && range.first(space.ends()) <= 0
        && range.last(space.ends()) >= extent - 1) {
      return "[*]";
    }
    String lower = text(range.lower().get(0));
    String upper = text(range.upper().get(0));
    return "[" + lower + (lower.equals(upper) ? "" : ".." + upper) + "]";
  }

  private String text(Formula bound) {
    StringBuilder text = new StringBuilder();
    long constant = bound.constant();
    for (int d = 0; d < loops.size(); d++) {
      long factor = bound.factor(d);
      long step = loops.get(d).step();
      if (factor != 0 && factor % step == 0) {
        long perStep = factor / step;
        constant -= perStep * loops.get(d).first();
        text.append(text.isEmpty() ? "" : " + ");
        text.append(perStep == 1 ? "" : perStep == -1 ? "-" : perStep + "*");
        text.append(loops.get(d).variable());
      } else if (factor != 0) {
        // A multiple of the iteration's number, which is a quotient.
        long size = Math.abs(step);
        long multiple = factor * Long.signum(step);
        constant -= multiple * Math.floorDiv(loops.get(d).first(), size);
        text.append(text.isEmpty() ? "" : " + ");
        text.append(multiple == 1 ? "" : multiple == -1 ? "-" : multiple + "*");
        text.append("(" + loops.get(d).variable() + " / " + size + ")");
      }
    }
    for (Formula.Term term : bound.terms()) {
      text.append(text.isEmpty() ? "" : " + ");
      text.append(term.factor() == 1 ? "" : term.factor() + "*").append(text(term.node()));
    }
    if (text.isEmpty()) {
      return Long.toString(constant);
    }
    return constant == 0
        ? text.toString()
        : text + (constant < 0 ? " - " : " + ") + Math.abs(constant);
  }

  private String text(Formula.Node node) {
    if (!(node instanceof Formula.Operation operation)) {
      return "…";
    }
    String left = text(operation.left());
    String right = text(operation.right());
    return switch (operation.operator()) {
      case FLOOR_DIVIDE -> "((" + left + ") / " + right + ")";
      case FLOOR_REMAINDER -> "((" + left + ") % " + right + ")";
      case MULTIPLY -> "(" + left + ") * (" + right + ")";
      default -> operation.operator().symbol() + "(" + left + ", " + right + ")";
    };
  }

  private String clipText(Box clip) {
    List<String> parts = new ArrayList<>();
    for (int d = 0; d < loops.size(); d++) {
      if (clip.min(d) != space.min(d) || clip.max(d) != space.max(d)) {
        Iterations loop = loops.get(d);
        long first = loop.first() + clip.min(d) * loop.step();
        long last = loop.first() + (clip.max(d) - 1) * loop.step();
        parts.add(loop.variable() + " = " + first + (first == last ? "" : ".." + last));
      }
    }
    return String.join(", ", parts);
  }
}
