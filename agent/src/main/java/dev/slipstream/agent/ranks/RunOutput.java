package dev.slipstream.agent.ranks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collects the output of all ranks. Rank 0's output is the program's and is passed on unchanged.
 * All other output goes to the standard error output, line by line and labelled. So the standard
 * output of a run is that of the program alone.
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
      } catch (IOException notRead) {
        // As Java's own streams do.
      }
    }
  }

  void ended(int rank) {
    if (rank != 0) {
      of(rank).end();
    }
  }

  /** Returns a stream for messages about a host. */
  LabelledLines ofHost(String name) {
    return new LabelledLines("[" + name + "] ", err);
  }

  /** Writes a message of the launcher. */
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
