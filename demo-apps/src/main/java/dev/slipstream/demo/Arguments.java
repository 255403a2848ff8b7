package dev.slipstream.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options of one program's command line, each of the form {@code --name value}. */
final class Arguments {
  private final String program;
  private final Map<String, String> values = new HashMap<>();

  /**
   * Reads a command line.
   *
   * @param program the name that error messages start with
   * @param options the options that the program takes, such as {@code "--size N"}
   * @throws UserError if an option is unknown, given twice or without its value
   */
  Arguments(String program, String[] args, String... options) throws UserError {
    this.program = program;
    List<String> known =
        List.of(options).stream().map(o -> o.substring(0, o.indexOf(' '))).toList();
    String usage = String.join(", ", options);
    for (int i = 0; i < args.length; i += 2) {
      if (!known.contains(args[i])) {
        throw new UserError(
            program + " does not know the argument '" + args[i] + "': it takes " + usage);
      }
      if (i + 1 == args.length) {
        throw new UserError(
            program + ": " + args[i] + " is last and has no value: it takes " + usage);
      }
      if (values.put(args[i], args[i + 1]) != null) {
        throw new UserError(program + ": " + args[i] + " is given twice: leave one out");
      }
    }
  }

  /**
   * Returns the whole number given for an option.
   *
   * @throws UserError if the value is no whole number from {@code least} to {@code most}
   */
  int number(String option, int preset, int least, int most) throws UserError {
    String text = values.get(option);
    if (text == null) {
      return preset;
    }
    try {
      int number = Integer.parseInt(text);
      if (number < least || number > most) {
        throw new NumberFormatException("out of range");
      }
      return number;
    } catch (NumberFormatException e) {
      throw wrongNumber(option, text, preset, least, most, e);
    }
  }

  private UserError wrongNumber(
      String option, String text, int preset, int least, int most, Throwable cause) {
    return new UserError(
        program
            + ": "
            + option
            + " needs a whole number from "
            + least
            + " to "
            + most
            + ", not '"
            + text
            + "': try "
            + option
            + " "
            + preset,
        cause);
  }

  /** Returns the folder for results: {@code --out}, or the current folder. It need not exist. */
  Path out() {
    return Path.of(values.getOrDefault("--out", "."));
  }

  /**
   * Returns the file given for an option, if any.
   *
   * @param without what the program does without the option, for the message
   * @throws UserError if there is no such readable file
   */
  Optional<Path> file(String option, String without) throws UserError {
    String text = values.get(option);
    if (text == null) {
      return Optional.empty();
    }
    Path file = Path.of(text);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UserError(
          program
              + ": "
              + option
              + " names '"
              + text
              + "', which is not a readable file: check the path, or leave "
              + option
              + " out "
              + without);
    }
    return Optional.of(file);
  }
}
