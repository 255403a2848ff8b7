package dev.slipstream.runtime.configuration;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** All options of the user. A test compares them with docs/options.md. */
public enum Option {
  /** Whether loops are taken at all. */
  ENABLED("slipstream.enabled", "true", "true|false", "false switches the agent off"),
  /** Where loops run. */
  DEVICE(
      "slipstream.device",
      "auto",
      "auto|cpu|opencl|opencl:N|tornado|tornado:N|host",
      "where loops run; auto tries TornadoVM, then OpenCL, then all cores"),
  /** How long the report is. */
  REPORT("slipstream.report", "summary", "off|summary|full", "what is reported at exit"),
  /** Where the report goes. */
  REPORT_FILE(
      "slipstream.report.file",
      "",
      "a path",
      "where the report goes instead of stderr; as JSON if it ends in .json"),
  /** Whether a fallback is an error. */
  STRICT(
      "slipstream.strict",
      "false",
      "true|false",
      "true makes it an error when a loop has to run on the host"),
  /** Whether results are compared with the host's. */
  VERIFY(
      "slipstream.verify",
      "false",
      "true|false",
      "true repeats each loop on the host, reports differences, keeps the host's values"),
  /** Whether floating-point results may differ from Java's. */
  FAST_MATH(
      "slipstream.fastMath",
      "false",
      "true|false",
      "true lets OpenCL devices fuse products and sums and use their own sin, exp, …"),
  /** Whether a program continues before its loops have ended. */
  DEFERRED(
      "slipstream.deferred",
      "true",
      "true|false",
      "false waits for each loop, as attaching does where this is not set"),
  /** Whether benchmark methods of JMH wait for their loops. */
  JMH(
      "slipstream.jmh",
      "on",
      "on|off",
      "off lets benchmark methods of JMH return before their loops have ended"),
  /** Loops named instead of annotated. */
  LOOPS(
      "slipstream.loops",
      "",
      "class#method:line,…",
      "loops to take besides the annotated ones; class#method@index without line numbers"),
  /** How loops are divided. */
  SPLIT(
      "slipstream.split",
      "",
      "LOOP=1d, LOOP=2d or LOOP=none, …",
      "how loops are divided; LOOP is class#method:line, or * for all"),
  /** Where kernels are written. */
  DUMP(
      "slipstream.dump",
      "",
      "a path",
      "a folder for each loop's kernel: class file, OpenCL C and how it was derived"),
  /** Where graphs are written. */
  GRAPHS(
      "slipstream.graphs",
      "",
      "a path",
      "a folder for the graphs of deferred loops: tasks, commands, instructions, as DOT"),
  /** The number of simulated nodes. */
  DRY_RUN(
      "slipstream.dryRun",
      "",
      "1 to 256",
      "reports the bytes that so many nodes would move if they shared the loops"),
  /** Jars that replace parts of the runtime. */
  EXTENSIONS(
      "slipstream.extensions",
      "",
      "jars, separated as on a class path",
      "jars with extensions of the agent, found as services"),
  /** A file with options. */
  CONFIG("slipstream.config", "", "a path", "a properties file with further options"),
  /** How much is logged. */
  LOG(
      "slipstream.log",
      "warn",
      "off|error|warn|info|debug|trace",
      "what is logged to stderr; unless set, one line at most"),
  /** The number of threads of the CPU device. */
  CPU_THREADS(
      "slipstream.cpu.threads",
      "",
      "1 to 1024",
      "threads of the CPU device; all available processors unless set"),
  /** The host cores' part of loops that devices share. */
  CPU_SHARE(
      "slipstream.cpu.share",
      "0",
      "0 to 0.9",
      "the part of each divided loop that all cores compute beside OpenCL devices"),
  /** How much of a device's memory is used. */
  DEVICE_MEMORY(
      "slipstream.device.memory",
      "",
      "a size such as 512m or 8g",
      "how much of a device's memory arrays may use; nine tenths unless set"),
  /** How far the program may run ahead of its loops. */
  WINDOW(
      "slipstream.horizon.window",
      "4",
      "2 to 1000",
      "how many groups of pending loops the program may be ahead"),
  /** Where the drivers' build results are kept. */
  CACHE_DIR(
      "slipstream.cache.dir",
      "",
      "a path, or off",
      "a folder for what is kept between runs; unless set, slipstream in ~/.cache"),
  /** How many bytes of them are kept. */
  CACHE_SIZE(
      "slipstream.cache.size",
      "256m",
      "a size such as 64m or 2g",
      "the most bytes of built kernels; those unused for longest are deleted first"),
  /** Which of several processes run the program. */
  MODE(
      "slipstream.mode",
      "master",
      "master|spmd",
      "which of several processes run the program: rank 0, or each of them"),
  /** Whose output is shown. */
  OUTPUT(
      "slipstream.output",
      "first",
      "first|all",
      "with slipstream.mode=spmd whose output is shown: that of rank 0, or of all"),
  /** Which of several processes this is. */
  RANK("slipstream.rank", "", "0 to 4095", "which of several processes this is"),
  /** How many processes there are. */
  SIZE("slipstream.size", "", "1 to 4096", "how many processes share the program's loops"),
  /** Where the processes join. */
  RENDEZVOUS("slipstream.rendezvous", "", "HOST:PORT", "where rank 0 listens for the others"),
  /** The secret that the processes share. */
  SECRET_FILE("slipstream.secret.file", "", "a path", "a file with the secret that all ranks have"),
  /** After which silence a rank is lost. */
  PEER_TIMEOUT(
      "slipstream.peerTimeout",
      "10",
      "1 to 3600",
      "a rank from which nothing comes for so many seconds is lost"),
  /** What happens when a rank is lost. */
  ON_RANK_LOSS(
      "slipstream.onRankLoss",
      "recover",
      "abort|recover",
      "what happens then; recover computes lost results again, where that is possible"),
  /** After which time ranks count as diverged. */
  STALL_TIMEOUT(
      "slipstream.stallTimeout",
      "60",
      "1 to 3600",
      "with slipstream.mode=spmd a rank may keep others waiting for so many seconds"),
  /** Which loops ranks share. */
  DIVIDE(
      "slipstream.divide",
      "auto",
      "auto|always",
      "which loops ranks share: where it is likely to pay, or all that can be divided");

  /** The prefix of all keys. */
  static final String PREFIX = "slipstream.";

  private final String key;
  private final String defaultValue;
  private final String allowed;
  private final String description;

  Option(String key, String defaultValue, String allowed, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.allowed = allowed;
    this.description = description;
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

  /** The purpose of the option, in one line. */
  public String description() {
    return description;
  }

  /** The allowed words; empty if its values have another form. */
  List<String> words() {
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
