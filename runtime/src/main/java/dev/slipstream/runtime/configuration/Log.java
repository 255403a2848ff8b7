package dev.slipstream.runtime.configuration;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes lines {@code [slipstream] …} to a stream, always in UTF-8. Thread-safe; never throws,
 * since no program may fail because of a message.
 */
public final class Log {
  private static final String PREFIX = "[slipstream] ";
  private static final int MOST_WITHHELD = 50;
  private static final int DEEPEST_CAUSE = 10;

  private final PrintStream stream;
  private final LogLevel level;
  private final int mostLines;
  private final List<String> withheld = new ArrayList<>();
  private int lines;

  private Log(PrintStream stream, LogLevel level, int mostLines) {
    this.stream = stream;
    this.level = level;
    this.mostLines = mostLines;
  }

  /** Returns a log that writes all messages up to the level. */
  public static Log to(PrintStream stream, LogLevel level) {
    return new Log(stream, level, Integer.MAX_VALUE);
  }

  /**
   * Returns a log that writes the first error or warning only and keeps the others for the report,
   * so that the program's own output is not buried under messages.
   */
  public static Log singleLine(PrintStream stream) {
    return new Log(stream, LogLevel.WARN, 1);
  }

  /** Returns a log that writes nothing. */
  public static Log none() {
    return new Log(new PrintStream(OutputStream.nullOutputStream()), LogLevel.OFF, 0);
  }

  /** Whether messages of this level are written. */
  public boolean writes(LogLevel wanted) {
    return wanted != LogLevel.OFF && wanted.compareTo(level) <= 0;
  }

  /** Logs why the process ends, even if the log writes no more messages. */
  public void fatal(String message) {
    synchronized (withheld) {
      lines = Math.min(lines, mostLines - 1);
    }
    error(message);
  }

  /** Logs what makes results or options invalid. */
  public void error(String message) {
    write(LogLevel.ERROR, () -> message);
  }

  /** Logs what the user should know. */
  public void warn(String message) {
    write(LogLevel.WARN, () -> message);
  }

  /** Logs what was found or decided; the message is created only if it is written. */
  public void info(Supplier<String> message) {
    write(LogLevel.INFO, message);
  }

  /** Logs a reason; the message is created only if it is written. */
  public void debug(Supplier<String> message) {
    write(LogLevel.DEBUG, message);
  }

  /** Logs a reason, with the cause's stack trace; nothing is created unless it is written. */
  public void debug(Supplier<String> message, Throwable cause) {
    write(LogLevel.DEBUG, () -> message.get() + System.lineSeparator() + trace(cause));
  }

  /** Logs a step; the message is created only if it is written. */
  public void trace(Supplier<String> message) {
    write(LogLevel.TRACE, message);
  }

  /** The messages that a {@link #singleLine} log kept back, oldest first. */
  public List<String> withheld() {
    synchronized (withheld) {
      return List.copyOf(withheld);
    }
  }

  private void write(LogLevel wanted, Supplier<String> message) {
    if (!writes(wanted)) {
      return;
    }
    try {
      String text = message.get();
      if (!mayWrite(text)) {
        return;
      }
      byte[] line = (PREFIX + text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
      // A single write, so that lines of several threads do not mix.
      stream.write(line, 0, line.length);
      stream.flush();
    } catch (Throwable unwritable) {
      // The stream is broken, and there is no other place for messages; the program continues.
    }
  }

  private boolean mayWrite(String text) {
    synchronized (withheld) {
      if (lines < mostLines) {
        lines++;
        return true;
      }
      if (withheld.size() < MOST_WITHHELD && !withheld.contains(text)) {
        withheld.add(text);
      }
      return false;
    }
  }

  private static String trace(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    String separator = "";
    int depth = 0;
    for (Throwable cause = thrown;
        cause != null && depth < DEEPEST_CAUSE;
        cause = cause.getCause()) {
      text.append(separator).append(cause);
      for (StackTraceElement element : cause.getStackTrace()) {
        text.append(System.lineSeparator()).append("    at ").append(element);
      }
      separator = System.lineSeparator() + "  caused by ";
      depth++;
    }
    return text.toString();
  }
}
