package dev.slipstream.agent.ranks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Puts a label in front of each line and writes each line in one piece, so that lines of several
 * ranks do not mix. Completes a last line that has no line end.
 */
final class LabelledLines {
  /** Longer lines are split. */
  static final int MOST_BYTES = 1 << 20;

  private final byte[] label;
  private final OutputStream target;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * @param target the stream to write to; several objects may share it
   */
  LabelledLines(String label, OutputStream target) {
    this.label = label.getBytes(StandardCharsets.UTF_8);
    this.target = target;
  }

  synchronized void write(byte[] bytes, int length) {
    int from = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        line.write(bytes, from, i - from);
        pass();
        from = i + 1;
      }
    }
    line.write(bytes, from, length - from);
    if (line.size() >= MOST_BYTES) {
      pass();
    }
  }

  /** Writes an incomplete last line. */
  synchronized void end() {
    if (line.size() > 0) {
      pass();
    }
  }

  private void pass() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream(label.length + line.size() + 1);
    whole.writeBytes(label);
    whole.writeBytes(line.toByteArray());
    whole.write('\n');
    line.reset();
    synchronized (target) {
      try {
        target.write(whole.toByteArray());
        target.flush();
      } catch (IOException notRead) {
        // A run must not end because its output is closed.
      }
    }
  }
}
