package dev.slipstream.demo.runner;

import java.io.PrintStream;

/** A line at the bottom of a terminal that shows what is running, and for how long. */
final class Progress {
  private static final String WHEEL = "|/-\\";
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean visible;
  private int turn;

  /** Creates a line that shows nothing unless {@code visible}. */
  Progress(PrintStream out, boolean visible) {
    this.out = out;
    this.visible = visible;
  }

  void show(String what, long seconds) {
    if (visible) {
      char wheel = WHEEL.charAt(turn++ % WHEEL.length());
      out.print(CLEAR_LINE + what + "  " + wheel + " " + seconds + " s");
      out.flush();
    }
  }

  void clear() {
    if (visible) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }
}
