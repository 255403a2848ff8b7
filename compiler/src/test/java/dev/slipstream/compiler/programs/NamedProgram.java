package dev.slipstream.compiler.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One of the programs in the list among the test's resources.
 *
 * @param name the name of its class and its file
 * @param size the argument of its method {@code run}
 * @param exact whether its results must be equal bit for bit
 * @param about a description
 */
public record NamedProgram(String name, int size, boolean exact, String about) {
  private static final String FOLDER = "/programs/";

  /** All programs, in the order of the list. */
  public static List<NamedProgram> all() {
    return text("LIST.txt")
        .lines()
        .filter(line -> line.contains("|"))
        .map(NamedProgram::parse)
        .toList();
  }

  /** Its source text. */
  public String source() {
    return text(name + ".java");
  }

  private static NamedProgram parse(String line) {
    String[] parts = line.split("\\|", 4);
    String compared = parts[2].strip();
    if (!compared.equals("bits") && !compared.equals("close")) {
      throw new IllegalArgumentException("neither bits nor close: " + line);
    }
    return new NamedProgram(
        parts[0].strip(),
        Integer.parseInt(parts[1].strip()),
        compared.equals("bits"),
        parts[3].strip());
  }

  /** Reads a file next to the programs. */
  static String text(String file) {
    try (InputStream in = NamedProgram.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + FOLDER + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
