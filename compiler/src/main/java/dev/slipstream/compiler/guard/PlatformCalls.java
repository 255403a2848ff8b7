package dev.slipstream.compiler.guard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What methods of the JDK do with the arrays that they are given, and where those come from that
 * they return. What is not in the table keeps what it is given, and what it returns may be in use.
 */
final class PlatformCalls {
  private static final List<String> PREFIXES =
      List.of("java/", "javax/", "jdk/", "sun/", "com/sun/", "org/w3c/dom/", "org/xml/sax/");

  /** To these of a class that is not named an array is an object like others. */
  private static final Set<String> LOOKING_AT_IDENTITY = Set.of("equals", "compareTo", "compare");

  private final Map<String, Use> uses = new HashMap<>();
  private final List<Map.Entry<String, Use>> packages = new ArrayList<>();

  /** What becomes of the array that a method returns. */
  enum Returned {
    /** It is new, and nobody else has it. */
    FRESH,
    /** It is an array that the program itself made, or none. */
    HARMLESS,
    /** The JDK may still use it. */
    IN_USE
  }

  /**
   * What a method does.
   *
   * @param modes for each parameter that may be an array the letter of the table; the last one is
   *     for all that follow
   * @param writesBeforeItThrows whether elements may have changed when it throws
   */
  record Use(String modes, boolean writesBeforeItThrows, Returned returned) {
    static final Use UNKNOWN = new Use("K", false, Returned.IN_USE);

    /** The mode of {@link GuardCalls} for a parameter; 0 if the method does nothing with it. */
    int mode(int parameter) {
      return switch (modes.charAt(Math.min(parameter, modes.length() - 1))) {
        case 'R' -> GuardCalls.READS;
        case 'W' -> GuardCalls.WRITES;
        case 'B' -> GuardCalls.READS_WRITES;
        case 'D' -> GuardCalls.READS_ALL_LEAVES;
        case 'G' -> GuardCalls.READS_GRAPH;
        case 'N' -> 0;
        default -> GuardCalls.KEEPS;
      };
    }
  }

  PlatformCalls() {
    for (String line : PlatformTable.TEXT.split("\n")) {
      String[] parts = line.strip().split(" +");
      if (parts.length == 3) {
        for (String owner : parts[0].split(",")) {
          for (String name : parts[1].split(",")) {
            put(owner, name, parse(parts[2]));
          }
        }
      }
    }
  }

  private void put(String owner, String name, Use use) {
    if (owner.endsWith("/*")) {
      packages.add(Map.entry(owner.substring(0, owner.length() - 1), use));
    } else {
      uses.put(owner + "." + name, use);
    }
  }

  private static Use parse(String text) {
    Returned returned =
        text.endsWith("=F")
            ? Returned.FRESH
            : text.endsWith("=C") ? Returned.HARMLESS : Returned.IN_USE;
    String modes = text.replaceAll("=.", "").replace("!", "");
    return new Use(modes.isEmpty() ? "N" : modes, text.contains("!"), returned);
  }

  /** Whether a class belongs to the JDK, by its name. */
  static boolean isPlatform(String internalName) {
    for (String prefix : PREFIXES) {
      if (internalName.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** What a method is known to do; empty if nothing is known. */
  Optional<Use> find(String owner, String name) {
    Use use = uses.get(owner + "." + name);
    if (use == null) {
      use = uses.get(owner + ".*");
    }
    if (use == null && LOOKING_AT_IDENTITY.contains(name)) {
      use = new Use("N", false, Returned.HARMLESS);
    }
    if (use != null) {
      return Optional.of(use);
    }
    return packages.stream()
        .filter(entry -> owner.startsWith(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
