package dev.slipstream.runtime.configuration;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All options of the user: their names, values and defaults. {@link OptionText} says what each
 * does, so that programs that start do not load these texts.
 */
public enum Option {
  /** Whether loops are taken at all. */
  ENABLED("slipstream.enabled", "true", "true|false"),
  /** Where loops run. */
  DEVICE("slipstream.device", "auto", "auto|cpu|opencl|opencl:N|tornado|tornado:N|host"),
  /** How long the report is. */
  REPORT("slipstream.report", "summary", "off|summary|full"),
  /** Where the report goes. */
  REPORT_FILE("slipstream.report.file", "", "a path"),
  /** Whether a fallback is an error. */
  STRICT("slipstream.strict", "false", "true|false"),
  /** Whether results are compared with the host's. */
  VERIFY("slipstream.verify", "false", "true|false"),
  /** Whether floating-point results may differ from Java's. */
  FAST_MATH("slipstream.fastMath", "false", "true|false"),
  /** Whether a program continues before its loops have ended. */
  DEFERRED("slipstream.deferred", "true", "true|false"),
  /** Whether benchmark methods of JMH wait for their loops. */
  JMH("slipstream.jmh", "on", "on|off"),
  /** Loops named instead of annotated. */
  LOOPS("slipstream.loops", "", "class#method:line,…"),
  /** How loops are divided. */
  SPLIT("slipstream.split", "", "LOOP=1d, LOOP=2d or LOOP=none, …"),
  /** Where kernels are written. */
  DUMP("slipstream.dump", "", "a path"),
  /** Where graphs are written. */
  GRAPHS("slipstream.graphs", "", "a path"),
  /** The number of simulated nodes. */
  DRY_RUN("slipstream.dryRun", "", "1 to 256"),
  /** Jars that replace parts of the runtime. */
  EXTENSIONS("slipstream.extensions", "", "jars, separated as on a class path"),
  /** A file with options. */
  CONFIG("slipstream.config", "", "a path"),
  /** How much is logged. */
  LOG("slipstream.log", "warn", "off|error|warn|info|debug|trace"),
  /** The number of threads of the CPU device. */
  CPU_THREADS("slipstream.cpu.threads", "", "1 to 1024"),
  /** The host cores' part of loops that devices share. */
  CPU_SHARE("slipstream.cpu.share", "0", "0 to 0.9"),
  /** How much of a device's memory is used. */
  DEVICE_MEMORY("slipstream.device.memory", "", "a size such as 512m or 8g"),
  /** How far the program may run ahead of its loops. */
  WINDOW("slipstream.horizon.window", "4", "2 to 1000"),
  /** Where the drivers' build results are kept. */
  CACHE_DIR("slipstream.cache.dir", "", "a path, or off"),
  /** How many bytes of them are kept. */
  CACHE_SIZE("slipstream.cache.size", "256m", "a size such as 64m or 2g"),
  /** Which of several processes run the program. */
  MODE("slipstream.mode", "master", "master|spmd"),
  /** Whose output is shown. */
  OUTPUT("slipstream.output", "first", "first|all"),
  /** Which of several processes this is. */
  RANK("slipstream.rank", "", "0 to 4095"),
  /** How many processes there are. */
  SIZE("slipstream.size", "", "1 to 4096"),
  /** Where the processes join. */
  RENDEZVOUS("slipstream.rendezvous", "", "HOST:PORT"),
  /** The secret that the processes share. */
  SECRET_FILE("slipstream.secret.file", "", "a path"),
  /** After which silence a rank is lost. */
  PEER_TIMEOUT("slipstream.peerTimeout", "10", "1 to 3600"),
  /** What happens when a rank is lost. */
  ON_RANK_LOSS("slipstream.onRankLoss", "recover", "abort|recover"),
  /** After which time ranks count as diverged. */
  STALL_TIMEOUT("slipstream.stallTimeout", "60", "1 to 3600"),
  /** Which loops ranks share. */
  DIVIDE("slipstream.divide", "auto", "auto|always");

  /** The prefix of all keys. */
  static final String PREFIX = "slipstream.";

  private final String key;
  private final String defaultValue;
  private final String allowed;

  Option(String key, String defaultValue, String allowed) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.allowed = allowed;
  }

  /** The system property, {@code slipstream.report.file}. */
  public String key() {
    return key;
  }

  /** The environment variable, {@code SLIPSTREAM_REPORT_FILE}. */
  public String environmentVariable() {
    // A capital letter starts a word: fastMath becomes FAST_MATH.
    return key.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The default value; may be empty. */
  public String defaultValue() {
    return defaultValue;
  }

  /** The allowed values: words separated by {@code |}, or a description. */
  public String allowed() {
    return allowed;
  }

  /** The allowed words; empty if its values have another form. */
  public List<String> words() {
    return allowed.indexOf('|') < 0 ? List.of() : Arrays.asList(allowed.split("\\|"));
  }

  /** Returns the option of this environment variable. */
  static Optional<Option> ofEnvironmentVariable(String name) {
    for (Option option : values()) {
      if (option.environmentVariable().equals(name)) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }

  /** Returns the option of this key, with or without the prefix. */
  static Optional<Option> ofKey(String key) {
    String full = key.startsWith(PREFIX) ? key : PREFIX + key;
    for (Option option : values()) {
      if (option.key.equals(full)) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }
}
