package dev.slipstream.runtime.report;

/**
 * A loop that was refused when its class was loaded.
 *
 * @param name the loop, {@code Heat.smooth:44}
 * @param reason the reason, starting with the line
 * @param advice what the user can do; may be empty
 * @param page where more about it can be read, {@code docs/refusals.md#calls}; may be empty
 */
public record RefusedEntry(String name, String reason, String advice, String page) {

  /** The text of the refusal, which is the same everywhere: a line for each part that exists. */
  public String message() {
    String ended = reason.endsWith(".") ? reason : reason + ".";
    StringBuilder message = new StringBuilder(name + " runs on the host: " + ended);
    if (!advice.isEmpty()) {
      message.append(System.lineSeparator()).append("  ").append(advice);
    }
    if (!page.isEmpty()) {
      message.append(System.lineSeparator()).append("  See ").append(page);
    }
    return message.toString();
  }
}
