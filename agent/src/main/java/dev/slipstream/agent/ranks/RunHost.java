package dev.slipstream.agent.ranks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A host and how many ranks run there.
 *
 * @param name as ssh takes it, perhaps with a user: {@code ada@gpu1}
 * @param ranks 1 or more
 */
record RunHost(String name, int ranks) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");
  private static final Path OWN_NAME = Path.of("/proc/sys/kernel/hostname");

  /** Returns this machine, with some ranks. */
  static RunHost here(int ranks) {
    return new RunHost("localhost", ranks);
  }

  /**
   * Reads a list such as {@code gpu1:2,ada@gpu2,[fd00::7]:4}; a host without a number runs one
   * rank.
   *
   * @throws LaunchException if the list is not of this form
   */
  static List<RunHost> parse(String list) throws LaunchException {
    List<RunHost> hosts = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      hosts.add(parseOne(part.trim(), list));
    }
    return hosts;
  }

  private static RunHost parseOne(String part, String list) throws LaunchException {
    String name = part;
    int ranks = 1;
    int colon = part.lastIndexOf(':');
    // Colons inside brackets belong to an address.
    if (colon > part.lastIndexOf(']')) {
      name = part.substring(0, colon);
      String number = part.substring(colon + 1);
      if (!number.matches("[0-9]{1,4}") || Integer.parseInt(number) == 0) {
        throw bad(list, "'" + number + "' is not a number of ranks (1 or more)");
      }
      ranks = Integer.parseInt(number);
    }
    // ssh would take a name that begins with '-' as an option.
    if (!name.matches(
        "([A-Za-z0-9._][A-Za-z0-9._-]*@)?([A-Za-z0-9_][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.%]+])")) {
      throw bad(
          list, name.isEmpty() ? "a host is missing" : "'" + name + "' is not the name of a host");
    }
    return new RunHost(name.replaceAll("\\[(.*)]", "$1"), ranks);
  }

  private static LaunchException bad(String list, String why) {
    return LaunchException.usage(
        "--hosts "
            + list
            + ": "
            + why
            + "; it has the form HOST:RANKS,HOST:RANKS, such as a:2,b:2");
  }

  /** Whether the host is the machine that this code runs on, by its name. */
  boolean isHere() {
    return isHere(ownName());
  }

  boolean isHere(String own) {
    String mine = own.toLowerCase(Locale.ROOT);
    String other = name.toLowerCase(Locale.ROOT);
    if (LOOPBACK.contains(other) || other.equals(mine)) {
      return true;
    }
    // Either name may lack its domain.
    return mine.contains(".") != other.contains(".")
        && (other.startsWith(mine + ".") || mine.startsWith(other + "."));
  }

  /** Returns the name by which other hosts reach it. */
  String address() {
    String host = name.substring(name.indexOf('@') + 1);
    String reached = LOOPBACK.contains(host) ? ownName() : host;
    return reached.contains(":") ? "[" + reached + "]" : reached;
  }

  private static String ownName() {
    try {
      return Files.readString(OWN_NAME, StandardCharsets.ISO_8859_1).trim();
    } catch (IOException unknown) {
      return "localhost";
    }
  }
}
