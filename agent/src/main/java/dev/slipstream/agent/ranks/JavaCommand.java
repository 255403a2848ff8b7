package dev.slipstream.agent.ranks;

import dev.slipstream.runtime.configuration.Settings;
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

  /** Options after which the program follows. */
  private static final Set<String> LAST = Set.of("-jar", "-m", "--module");

  JavaCommand {
    words = List.copyOf(words);
  }

  /** Returns the agent's settings from its options in the command and in the environment. */
  Settings settings(Map<String, String> environment) {
    Properties properties = new Properties();
    String agentArgument = "";
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (LAST.contains(word) || !(word.startsWith("-") || word.startsWith("@"))) {
        break;
      }
      int equals = word.indexOf('=');
      if (WITH_VALUE.contains(word)) {
        i++;
      } else if (word.startsWith("-D")) {
        properties.setProperty(
            word.substring(2, equals < 0 ? word.length() : equals),
            equals < 0 ? "" : word.substring(equals + 1));
      } else if (word.startsWith(AGENT) && word.contains("slipstream") && equals >= 0) {
        agentArgument = word.substring(equals + 1);
      }
    }
    return Settings.read(properties, environment, agentArgument);
  }
}
