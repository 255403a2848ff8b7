package dev.slipstream.agent.connection;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * Gives the agent its own path to stderr. A program may hold the monitor of {@code System.err}
 * while it exits and waits for the report; a report written through {@code System.err} would then
 * wait for that monitor: a deadlock.
 */
public final class ErrorOutput {
  private ErrorOutput() {}

  /** Opens a separate stream to the process's stderr; callers must not close it. */
  public static PrintStream open() {
    return new PrintStream(new FileOutputStream(FileDescriptor.err), true);
  }
}
