package dev.slipstream.runtime.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of text. Columns are as wide as their widest cell, numbers are aligned to the right, and
 * the last column is broken into several lines at the right margin.
 */
final class Columns {
  /** The maximum number of characters of a line. */
  static final int WIDTH = 110;

  private static final String INDENT = "  ";
  private static final String GAP = "   ";
  private static final int LEAST_LAST = 24;
  private static final int LEAST_FIRST = 12;

  private final boolean[] right;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * @param right for each column, whether its cells are numbers; the last one's never are
   */
  Columns(boolean... right) {
    this.right = right.clone();
  }

  /** Adds a row. */
  void add(String... cells) {
    rows.add(cells.clone());
  }

  /** The lines of the table. */
  List<String> lines() {
    int last = right.length - 1;
    int[] widths = new int[last];
    for (String[] row : rows) {
      for (int c = 0; c < last; c++) {
        widths[c] = Math.max(widths[c], row[c].length());
      }
    }
    int others = INDENT.length() + GAP.length() * last + Arrays.stream(widths).skip(1).sum();
    widths[0] = Math.min(widths[0], Math.max(LEAST_FIRST, WIDTH - others - LEAST_LAST));
    int before = others + widths[0];
    int room = Math.max(LEAST_LAST, WIDTH - before);
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(INDENT);
      for (int c = 0; c < last; c++) {
        String cell = ending(row[c], widths[c]);
        String padding = " ".repeat(widths[c] - cell.length());
        line.append(right[c] ? padding + cell : cell + padding).append(GAP);
      }
      for (String part : broken(row[last], room)) {
        lines.add(line.append(part).toString().stripTrailing());
        line = new StringBuilder(" ".repeat(before));
      }
    }
    return lines;
  }

  /** Shortens a text from its start, since the end distinguishes loops. */
  private static String ending(String text, int width) {
    return text.length() <= width ? text : "…" + text.substring(text.length() - width + 1);
  }

  /** Breaks a text at spaces; a single word that is too long is cut. */
  static List<String> broken(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int cut = space > 0 ? space : width;
      lines.add(rest.substring(0, cut).stripTrailing());
      rest = rest.substring(cut).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
