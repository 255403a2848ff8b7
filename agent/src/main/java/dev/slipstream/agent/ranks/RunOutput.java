package dev.slipstream.agent.ranks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the output of all ranks goes. What rank 0 writes is the program's output, and stays as it
 * is. All else goes to the standard error output, line by line and labelled: so the standard output
 * of a run is that of the program alone.
 */
final class RunOutput {
  private final OutputStream out;
  private final OutputStream err;
  private final Map<Integer, LabelledLines> lines = new ConcurrentHashMap<>();

  RunOutput(OutputStream out, OutputStream err) {
    this.out = out;
    this.err = err;
  }

  void written(int rank, boolean error, byte[] bytes, int length) {
    if (rank != 0) {
      of(rank).write(bytes, length);
      return;
    }
    OutputStream target = error ? err : out;
    synchronized (target) {
      try {
        target.write(bytes, 0, length);
        target.flush();
      } catch (IOException nobodyReads) {
        // As with Java's own streams.
      }
    }
  }

  void ended(int rank) {
    if (rank != 0) {
      of(rank).end();
    }
  }

  /** For what is said about a host. */
  LabelledLines ofHost(String name) {
    return new LabelledLines("[" + name + "] ", err);
  }

  /** Says something itself. */
  void say(String message) {
    LabelledLines own = new LabelledLines("slipstream: ", err);
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    own.write(bytes, bytes.length);
    own.end();
  }

  private LabelledLines of(int rank) {
    return lines.computeIfAbsent(rank, r -> new LabelledLines("[rank " + r + "] ", err));
  }
}
