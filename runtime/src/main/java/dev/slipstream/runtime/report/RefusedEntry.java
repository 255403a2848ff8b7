package dev.slipstream.runtime.report;

/**
 * A loop that was refused when its class was loaded.
 *
 * @param name the loop, {@code Heat.smooth:44}
 * @param reason the reason, starting with the line
 * @param advice what the user can do; may be empty
 */
public record RefusedEntry(String name, String reason, String advice) {

  /** The text of the refusal, which is the same everywhere: one line, or two with the advice. */
  public String message() {
    String ended = reason.endsWith(".") ? reason : reason + ".";
    String first = name + " runs on the host: " + ended;
    return advice.isEmpty() ? first : first + System.lineSeparator() + "  " + advice;
  }
}
