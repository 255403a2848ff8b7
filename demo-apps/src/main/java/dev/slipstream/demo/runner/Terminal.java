package dev.slipstream.demo.runner;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Tells a terminal from a file or a pipe. */
final class Terminal {
  private Terminal() {}

  /** Whether standard input and output are a terminal. */
  // Up to JDK 21 null means that there is no terminal; later JDKs have isTerminal.
  @SuppressWarnings("SystemConsoleNull")
  static boolean present() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From JDK 22 on there is a console even without a terminal, and this method.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }
}
