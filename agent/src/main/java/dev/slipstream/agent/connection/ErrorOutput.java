package dev.slipstream.agent.connection;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * The way to stderr that belongs to the agent alone. A program may hold the monitor of {@code
 * System.err} while it exits, and would then wait for the report, which would wait for the monitor.
 */
public final class ErrorOutput {
  private ErrorOutput() {}

  /** A stream of its own to the process's stderr; not to be closed. */
  public static PrintStream open() {
    return new PrintStream(new FileOutputStream(FileDescriptor.err), true);
  }
}
