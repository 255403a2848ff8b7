package dev.slipstream.compiler.opencl;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Combines the texts of several kernels into one program, which is cheaper to build. */
final class ProgramText {
  /** The names that each text defines for itself. */
  private static final Pattern DEFINED =
      Pattern.compile("(?m)^(?:static|__kernel|__constant)\\b[^;={(]*?\\b(\\w+)\\s*[(\\[]");

  private ProgramText() {}

  /** The name that a definition of one of the texts has in the program. */
  static String numbered(String name, int number) {
    return name + "_of_" + number;
  }

  /** A single text remains unchanged. */
  static String of(List<String> texts) {
    if (texts.size() == 1) {
      return texts.get(0);
    }
    StringBuilder program = new StringBuilder();
    Set<String> shared = new HashSet<>();
    for (int number = 0; number < texts.size(); number++) {
      StringBuilder own = new StringBuilder();
      StringBuilder library = new StringBuilder();
      for (String line : texts.get(number).split("\n", -1)) {
        boolean isFunction = line.startsWith("static ") && line.endsWith("}");
        if (!isFunction) {
          own.append(line).append('\n');
        } else if (shared.add(line)) {
          library.append(line).append('\n');
        }
      }
      // In front of the first function are rules for the compiler and macros.
      int first = start(own);
      program.append(own, 0, first).append(library);
      append(program, own.substring(first), number);
    }
    return program.toString();
  }

  private static int start(CharSequence text) {
    Matcher definitions = DEFINED.matcher(text);
    return definitions.find() ? definitions.start() : text.length();
  }

  private static void append(StringBuilder program, String text, int number) {
    Set<String> names = new HashSet<>();
    Matcher definitions = DEFINED.matcher(text);
    while (definitions.find()) {
      names.add(definitions.group(1));
    }
    names.forEach(
        name -> program.append("#define %s %s%n".formatted(name, numbered(name, number))));
    program.append(text);
    names.forEach(name -> program.append("#undef ").append(name).append('\n'));
  }
}
