package dev.slipstream.runtime.device;

/** Describes in the user's words why something failed. */
public final class FailureReason {
  private FailureReason() {}

  /** Returns one sentence without a full stop; names exceptions only if nothing else is known. */
  public static String of(Throwable failure) {
    String message = failure.getMessage();
    String detail = message == null || message.isBlank() ? "" : " (" + message + ")";
    if (failure instanceof DeviceException && !detail.isEmpty()) {
      // A driver's build log has several lines; a reason is one line.
      return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " · ");
    }
    if (failure instanceof OutOfMemoryError) {
      return "there is not enough memory" + detail;
    }
    if (failure instanceof StackOverflowError) {
      return "the thread's stack is full; a larger one can be set with -Xss";
    }
    if (failure instanceof LinkageError) {
      return "a class is missing or does not fit" + detail;
    }
    return "an unexpected " + failure.getClass().getSimpleName() + detail;
  }
}
