package dev.slipstream.agent.ranks;

import dev.slipstream.runtime.configuration.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * A java command line.
 *
 * @param words the java command, its options, the program and the program's arguments
 */
record JavaCommand(List<String> words) {
  private static final String AGENT = "-javaagent:";

  /** Options that take the next word as their value. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-reads",
          "--add-exports",
          "--add-opens",
          "--limit-modules",
          "--patch-module",
          "--enable-native-access",
          "--source");

  /** Variables from which Java takes options. */
  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final Set<String> JAVA = Set.of("java", "java.exe");

  /** Options after which the program follows. */
  private static final Set<String> LAST = Set.of("-jar", "-m", "--module");

  JavaCommand {
    words = List.copyOf(words);
  }

  /**
   * Returns the agent's settings from its options in the command and in the environment.
   *
   * @param agentJar the agent's jar
   */
  Settings settings(Map<String, String> environment, Path agentJar) {
    Properties properties = new Properties();
    String agentArgument = "";
    for (String option : options()) {
      int equals = option.indexOf('=');
      if (option.startsWith("-D")) {
        properties.setProperty(
            option.substring(2, equals < 0 ? option.length() : equals),
            equals < 0 ? "" : option.substring(equals + 1));
      } else if (equals >= 0 && isAgent(option, agentJar)) {
        agentArgument = option.substring(equals + 1);
      }
    }
    return Settings.read(properties, environment, agentArgument);
  }

  /**
   * Returns the command with the agent. It is the same if the command, a file of arguments or a
   * variable that Java reads has the agent already.
   *
   * @param agentJar the agent's jar
   * @throws LaunchException if this is no java command
   */
  JavaCommand withAgent(Path agentJar, Map<String, String> environment) throws LaunchException {
    List<String> given = new ArrayList<>(options());
    VARIABLES.forEach(name -> given.addAll(words(environment.getOrDefault(name, ""))));
    for (String option : given) {
      if (isAgent(option, agentJar)
          || (option.startsWith("@")
              && file(option).stream().anyMatch(o -> isAgent(o, agentJar)))) {
        return this;
      }
    }
    if (!JAVA.contains(fileName(words.get(0)))) {
      throw LaunchException.usage(
          "'"
              + words.get(0)
              + "' is no java command, so the agent cannot be added to it: set JAVA_TOOL_OPTIONS="
              + AGENT
              + agentJar.toAbsolutePath()
              + " for programs that start Java themselves");
    }
    List<String> all = new ArrayList<>(words);
    all.add(1, AGENT + agentJar.toAbsolutePath());
    return new JavaCommand(all);
  }

  /** Returns the words before the program, without the command and without values of options. */
  private List<String> options() {
    List<String> options = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (LAST.contains(word) || !(word.startsWith("-") || word.startsWith("@"))) {
        break;
      }
      if (WITH_VALUE.contains(word)) {
        i++;
      } else {
        options.add(word);
      }
    }
    return options;
  }

  private static boolean isAgent(String option, Path agentJar) {
    if (!option.startsWith(AGENT)) {
      return false;
    }
    String file = option.substring(AGENT.length()).split("=", 2)[0];
    try {
      return fileName(file).contains("slipstream") || Files.isSameFile(Path.of(file), agentJar);
    } catch (IOException | InvalidPathException missing) {
      return false;
    }
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Returns the words of a file of arguments, {@code @name}; none if it cannot be read. */
  private static List<String> file(String argument) {
    try {
      return words(Files.readString(Path.of(argument.substring(1))));
    } catch (IOException | InvalidPathException unreadable) {
      // Java itself will say so.
      return List.of();
    }
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("[\\s\"']+", -1)).filter(word -> !word.isEmpty()).toList();
  }
}
