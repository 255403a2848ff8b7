package dev.slipstream.runtime.configuration;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * Collects option values as text, with their sources: the first source that sets an option counts.
 * Keys that are no options become problems.
 */
final class OptionValues {
  /** Variables that are set by and for launchers; they are no options. */
  private static final Set<String> LAUNCHERS_VARIABLES =
      Set.of(
          "SLIPSTREAM_JAVA",
          "SLIPSTREAM_HOME",
          "SLIPSTREAM_SECRET",
          "SLIPSTREAM_PROCESS",
          "SLIPSTREAM_SERVICE",
          "SLIPSTREAM_SSH");

  /** The key of a secret on the command line, which is not allowed there. */
  private static final String SECRET = "slipstream.secret";

  private static final String VARIABLE_PREFIX = "SLIPSTREAM_";
  private static final String TEST_PREFIX = "slipstream.test.";
  private static final String TEST_VARIABLE_PREFIX = "SLIPSTREAM_TEST_";

  private final Map<Option, Value> values = new EnumMap<>(Option.class);
  private final List<String> problems = new ArrayList<>();
  private boolean secretShown;

  /** A value and its source, for messages: {@code environment variable SLIPSTREAM_LOG}. */
  record Value(String text, String source) {}

  void addSystemProperties(Properties system) {
    for (String key : new TreeMap<>(texts(system)).keySet()) {
      if (key.startsWith(Option.PREFIX) && !key.startsWith(TEST_PREFIX)) {
        secretShown |= key.equals(SECRET);
        add(key, system.getProperty(key, ""), "-D" + key);
      }
    }
  }

  void addEnvironment(Map<String, String> environment) {
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String name = entry.getKey();
      if (!name.startsWith(VARIABLE_PREFIX)
          || name.startsWith(TEST_VARIABLE_PREFIX)
          || LAUNCHERS_VARIABLES.contains(name)
          || entry.getValue().isEmpty()) {
        continue;
      }
      Optional<Option> option = Option.ofEnvironmentVariable(name);
      if (option.isPresent()) {
        set(option.get(), entry.getValue(), "environment variable " + name);
      } else {
        List<String> names =
            Arrays.stream(Option.values()).map(Option::environmentVariable).toList();
        problems.add(unknown("environment variable " + name, NearestWord.to(name, names)));
      }
    }
  }

  void addAgentArgument(String argument) {
    for (String part : argument.split(";", -1)) {
      String setting = part.trim();
      int equals = setting.indexOf('=');
      if (equals > 0) {
        String key = setting.substring(0, equals).trim();
        secretShown |= full(key).equals(SECRET);
        add(key, setting.substring(equals + 1), "agent argument " + key);
      } else if (!setting.isEmpty()) {
        problems.add(
            "agent argument '"
                + setting
                + "' is ignored: it is not of the form key=value;key=value; the nearest option is "
                + nearestKey(setting));
      }
    }
  }

  /** Reads the file named by {@code slipstream.config}, if there is one. */
  void addFile() {
    Value config = values.get(Option.CONFIG);
    if (config == null || config.text().isBlank()) {
      return;
    }
    Properties file = new Properties();
    try (Reader reader =
        Files.newBufferedReader(Path.of(config.text().trim()), StandardCharsets.UTF_8)) {
      file.load(reader);
    } catch (IOException | InvalidPathException unreadable) {
      problems.add(
          "options file "
              + config.text()
              + " ("
              + config.source()
              + ") cannot be read: write the path of a readable properties file");
      return;
    } catch (IllegalArgumentException malformed) {
      problems.add(
          "options file "
              + config.text()
              + " is ignored: it holds a malformed \\u escape; correct it");
      return;
    }
    for (Map.Entry<String, String> entry : new TreeMap<>(texts(file)).entrySet()) {
      add(entry.getKey(), entry.getValue(), config.text() + ", " + entry.getKey());
    }
  }

  /** The value of an option, which may be an empty text. */
  Optional<Value> value(Option option) {
    return Optional.ofNullable(values.get(option));
  }

  /** The text of an option; empty if it was not set, or set to nothing. */
  String text(Option option) {
    Value value = values.get(option);
    return value == null ? "" : value.text();
  }

  /** Whether the run's secret is on the command line. */
  boolean secretShown() {
    return secretShown;
  }

  List<String> problems() {
    return problems;
  }

  private void add(String key, String text, String source) {
    Optional<Option> option = Option.ofKey(key);
    if (option.isPresent()) {
      set(option.get(), text, source);
    } else {
      problems.add(unknown(source, nearestKey(key)));
    }
  }

  private void set(Option option, String text, String source) {
    values.putIfAbsent(option, new Value(text.trim(), source));
  }

  private static String nearestKey(String key) {
    return NearestWord.to(full(key), Arrays.stream(Option.values()).map(Option::key).toList());
  }

  private static String full(String key) {
    return key.startsWith(Option.PREFIX) ? key : Option.PREFIX + key;
  }

  private static String unknown(String source, String nearest) {
    return source + " is ignored: there is no such option; the nearest is " + nearest;
  }

  private static Map<String, String> texts(Properties properties) {
    Map<String, String> texts = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      texts.put(key, properties.getProperty(key, ""));
    }
    return texts;
  }
}
