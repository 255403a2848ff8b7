package dev.slipstream.opencl.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The file systems of this process, and the restrictions of their mounts. Immutable. */
final class Mounts {
  private static final Path OWN = Path.of("/proc/self/mountinfo");
  private static final int POINT = 4;
  private static final int OPTIONS = 5;

  private final List<Mount> mounts;

  private record Mount(Path point, Set<String> options) {}

  private Mounts(List<Mount> mounts) {
    this.mounts = mounts;
  }

  /** The present file systems; none if the system does not list them. */
  static Mounts now() {
    try {
      return of(new String(Files.readAllBytes(OWN), StandardCharsets.ISO_8859_1));
    } catch (IOException elsewhere) {
      return new Mounts(List.of());
    }
  }

  /**
   * Parses a list of file systems.
   *
   * @param text as in Linux's {@code mountinfo}, in which each byte is a character
   */
  static Mounts of(String text) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] fields = line.split(" ");
      if (fields.length > OPTIONS) {
        mounts.add(
            new Mount(Path.of(unescaped(fields[POINT])), Set.of(fields[OPTIONS].split(","))));
      }
    }
    return new Mounts(mounts);
  }

  /**
   * The reason why nothing can be written to a folder, or no code can be run from it, although the
   * folder may be created.
   *
   * @return in a few words; empty if it can be used
   */
  Optional<String> hindrance(Path folder) {
    Path there = folder.toAbsolutePath().normalize();
    while (there.getParent() != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      return Optional.of(there + " is no folder");
    }
    Set<String> options = options(there);
    if (options.contains("noexec")) {
      return Optional.of("no code may run from " + there + " (noexec)");
    }
    return options.contains("ro") || !Files.isWritable(there)
        ? Optional.of(there + " cannot be written to")
        : Optional.empty();
  }

  private Set<String> options(Path folder) {
    Path real;
    try {
      real = folder.toRealPath();
    } catch (IOException gone) {
      return Set.of();
    }
    Mount found = null;
    for (Mount mount : mounts) {
      // Of two mounts at the same place the later one is visible.
      if (real.startsWith(mount.point())
          && (found == null || mount.point().getNameCount() >= found.point().getNameCount())) {
        found = mount;
      }
    }
    return found == null ? Set.of() : found.options();
  }

  /** Decodes blanks and similar characters, which are written as three octal digits. */
  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\' && i + 3 < text.length()) {
        plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        plain.append(text.charAt(i));
      }
    }
    return new String(
        plain.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
