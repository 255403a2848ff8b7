package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Iterations;
import java.util.ArrayList;
import java.util.List;

/** Writes the boxes of accesses with the names of loop variables. */
final class AccessBoxText {
  private static final int MOST_BOXES = 3;

  private final List<Iterations> loops;
  private final IndexBox space;

  AccessBoxText(List<Iterations> loops, IndexBox space) {
    this.loops = loops;
    this.space = space;
  }

  /** A few of them, {@code [i][2*j..2*j + 1] and [0][j] if i = 0}. */
  String of(List<AccessBox> pieces, IndexBox domain) {
    List<String> texts = new ArrayList<>();
    for (AccessBox piece : pieces.subList(0, Math.min(MOST_BOXES, pieces.size()))) {
      texts.add(of(piece, domain));
    }
    return String.join(" and ", texts) + (pieces.size() > MOST_BOXES ? " and more" : "");
  }

  /** One of them. */
  String of(AccessBox piece, IndexBox domain) {
    List<String> axes = new ArrayList<>();
    for (int axis = 0; axis < piece.axes().size(); axis++) {
      axes.add(text(piece.axes().get(axis), domain.extent(axis)));
    }
    String where = piece.clip().equals(space) ? "" : " if " + clipText(piece.clip());
    return String.join("", axes) + where;
  }

  private String text(AxisRange range, long extent) {
    if (range.isConstant() && range.first(space) <= 0 && range.last(space) >= extent - 1) {
      return "[*]";
    }
    String lower = text(range.lower().get(0));
    String upper = text(range.upper().get(0));
    return "[" + lower + (lower.equals(upper) ? "" : ".." + upper) + "]";
  }

  private String text(Bound bound) {
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
        // A multiple of the number of the iteration, which is a quotient.
        long size = Math.abs(step);
        long multiple = factor * Long.signum(step);
        constant -= multiple * Math.floorDiv(loops.get(d).first(), size);
        text.append(text.isEmpty() ? "" : " + ");
        text.append(multiple == 1 ? "" : multiple == -1 ? "-" : multiple + "*");
        text.append("(" + loops.get(d).variable() + " / " + size + ")");
      }
    }
    for (Bound.Term term : bound.terms()) {
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

  private String text(Bound.Node node) {
    if (node instanceof Bound.Quotient quotient) {
      return "((" + text(quotient.dividend()) + ") / " + quotient.divisor() + ")";
    }
    if (node instanceof Bound.Remainder remainder) {
      return "((" + text(remainder.dividend()) + ") % " + remainder.divisor() + ")";
    }
    if (node instanceof Bound.Extreme extreme) {
      String name = extreme.isLarger() ? "max(" : "min(";
      return name + text(extreme.first()) + ", " + text(extreme.second()) + ")";
    }
    if (node instanceof Bound.Product product) {
      return "(" + text(product.first()) + ") * (" + text(product.second()) + ")";
    }
    return "…";
  }

  private String clipText(IndexBox clip) {
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
