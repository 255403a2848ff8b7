package dev.slipstream.runtime.configuration;

import dev.slipstream.runtime.configuration.OptionValues.Value;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The user's settings, checked. Immutable.
 *
 * @param enabled whether loops are taken at all
 * @param device where loops run
 * @param report how long the report is
 * @param reportFile the file of the report; stderr if empty
 * @param strict whether a fallback is an error
 * @param verify whether results are compared with the host's
 * @param fastMath whether floating-point results on OpenCL devices may differ from Java's
 * @param loops the value of {@code slipstream.loops}; empty if not set
 * @param split the value of {@code slipstream.split}; empty if not set
 * @param graphs the folder for the graphs of deferred loops
 * @param dryRun for how many nodes a dry run reports what they would move; 0 for none
 * @param logLevel how much is logged
 * @param logLevelChosen whether the user set the level
 * @param extensions jars with implementations of extension points
 * @param dump the folder for kernels and their descriptions
 * @param cpuThreads threads of the CPU device, 1 or more
 * @param deferral the settings for deferred loops
 * @param cache where built kernels are kept between runs
 * @param cluster the settings for runs of several ranks
 * @param problems what is wrong with the options, one message each, as shown to users
 */
public record Settings(
    boolean enabled,
    DeviceChoice device,
    ReportLength report,
    Optional<Path> reportFile,
    boolean strict,
    boolean verify,
    boolean fastMath,
    String loops,
    String split,
    List<Path> extensions,
    Optional<Path> dump,
    Optional<Path> graphs,
    int dryRun,
    LogLevel logLevel,
    boolean logLevelChosen,
    int cpuThreads,
    DeferralSettings deferral,
    CacheSettings cache,
    ClusterSettings cluster,
    List<String> problems) {
  private static final int MOST_THREADS = 1024;
  private static final int MOST_NODES = 256;

  /** Copies the list. */
  public Settings {
    extensions = List.copyOf(extensions);
    problems = List.copyOf(problems);
  }

  /**
   * Reads the options. The first source that sets an option counts, in the order of the parameters,
   * then the file named by {@code slipstream.config}. An invalid value is a problem, and the
   * default is used. Never throws because of a user's value.
   *
   * @param system the system properties
   * @param environment the environment variables
   * @param agentArgument {@code key=value;key=value}, keys with or without {@code slipstream.}; may
   *     be empty
   */
  public static Settings read(
      Properties system, Map<String, String> environment, String agentArgument) {
    OptionValues values = new OptionValues();
    values.addSystemProperties(system);
    values.addEnvironment(environment);
    values.addAgentArgument(agentArgument);
    values.addFile();
    return new Reading(values, CacheSettings.defaultFolder(system, environment)).settings();
  }

  /**
   * Returns these settings for a machine whose cores several ranks share.
   *
   * @param ranks the number of ranks
   */
  public Settings sharingCores(int ranks) {
    int available = Runtime.getRuntime().availableProcessors();
    return new Settings(
        enabled,
        device,
        report,
        reportFile,
        strict,
        verify,
        fastMath,
        loops,
        split,
        extensions,
        dump,
        graphs,
        dryRun,
        logLevel,
        logLevelChosen,
        cpuThreads == available ? Math.max(1, available / ranks) : cpuThreads,
        deferral,
        cache,
        cluster,
        problems);
  }

  /**
   * The settings that decide which loops are submitted and how they are divided, as text: ranks
   * that all run the program need the same.
   */
  public String decisive() {
    return "device="
        + device.kind()
        + " "
        + device.backend()
        + ", strict="
        + strict
        + ", verify="
        + verify
        + ", fastMath="
        + fastMath
        + ", deferred="
        + deferral.enabled()
        + ", horizon.window="
        + deferral.window()
        + ", divide="
        + (cluster.dividesAlways() ? "always" : "auto")
        + ", split="
        + split
        + ", loops="
        + loops
        + ", extensions="
        + extensions.size();
  }

  /** Turns texts into values. */
  private static final class Reading {
    private final OptionValues values;
    private final Optional<Path> cacheFolder;
    private final List<String> problems;

    Reading(OptionValues values, Optional<Path> cacheFolder) {
      this.values = values;
      this.cacheFolder = cacheFolder;
      this.problems = new ArrayList<>(values.problems());
    }

    Settings settings() {
      int threads =
          number(Option.CPU_THREADS, Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
      return new Settings(
          Boolean.parseBoolean(word(Option.ENABLED)),
          device(),
          ReportLength.valueOf(word(Option.REPORT).toUpperCase(Locale.ROOT)),
          path(Option.REPORT_FILE),
          Boolean.parseBoolean(word(Option.STRICT)),
          Boolean.parseBoolean(word(Option.VERIFY)),
          Boolean.parseBoolean(word(Option.FAST_MATH)),
          values.text(Option.LOOPS),
          values.text(Option.SPLIT),
          paths(Option.EXTENSIONS),
          path(Option.DUMP),
          path(Option.GRAPHS),
          number(Option.DRY_RUN, 0, 1, MOST_NODES),
          LogLevel.valueOf(word(Option.LOG).toUpperCase(Locale.ROOT)),
          values.value(Option.LOG).isPresent(),
          threads,
          deferral(threads),
          new CacheSettings(cacheFolder(), bytes(Option.CACHE_SIZE, CacheSettings.DEFAULT_BYTES)),
          cluster(),
          problems);
    }

    private String word(Option option) {
      Optional<Value> value = values.value(option);
      if (value.isEmpty()) {
        return option.defaultValue();
      }
      String word = value.get().text().toLowerCase(Locale.ROOT);
      if (option.words().contains(word)) {
        return word;
      }
      bad(option, "; the nearest is " + NearestWord.to(word, option.words()));
      return option.defaultValue();
    }

    private DeviceChoice device() {
      if (values.value(Option.DEVICE).isEmpty()) {
        return DeviceChoice.auto();
      }
      // The name is not checked here, since backends are not known yet.
      String text = values.text(Option.DEVICE).toLowerCase(Locale.ROOT);
      if (!text.matches("[a-z][a-z0-9._-]*(:[0-9]{1,4})?") || text.startsWith("cpu:")) {
        bad(Option.DEVICE, "; the nearest is " + NearestWord.to(text, Option.DEVICE.words()));
        return DeviceChoice.auto();
      }
      return switch (text) {
        case "auto" -> DeviceChoice.auto();
        case "host" -> DeviceChoice.host();
        default -> DeviceChoice.named(text);
      };
    }

    private Optional<Path> path(Option option) {
      String text = values.text(option);
      try {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
      } catch (InvalidPathException noPath) {
        bad(option, "");
        return Optional.empty();
      }
    }

    private List<Path> paths(Option option) {
      List<Path> paths = new ArrayList<>();
      for (String part : values.text(option).split(Pattern.quote(File.pathSeparator), -1)) {
        if (!part.isEmpty()) {
          try {
            paths.add(Path.of(part));
          } catch (InvalidPathException noPath) {
            bad(option, "");
          }
        }
      }
      return paths;
    }

    private int number(Option option, int usual, int least, int greatest) {
      Optional<Value> value = values.value(option);
      if (value.isEmpty()) {
        return usual;
      }
      String text = value.get().text();
      if (text.matches("[0-9]{1,4}")) {
        int number = Integer.parseInt(text);
        if (number >= least && number <= greatest) {
          return number;
        }
      }
      boolean tooGreat = text.matches("0*[1-9][0-9]*") && !text.matches("0*[1-9]");
      bad(option, "; the nearest is " + (tooGreat ? greatest : least));
      return usual;
    }

    private DeferralSettings deferral(int threads) {
      return new DeferralSettings(
          Boolean.parseBoolean(word(Option.DEFERRED)),
          values.value(Option.DEFERRED).isPresent(),
          word(Option.JMH).equals("on"),
          bytes(Option.DEVICE_MEMORY, DeferralSettings.ALL),
          number(
              Option.WINDOW,
              Integer.parseInt(Option.WINDOW.defaultValue()),
              DeferralSettings.LEAST_WINDOW,
              DeferralSettings.GREATEST_WINDOW),
          new HostShare(share(), threads));
    }

    private ClusterSettings cluster() {
      boolean replicated = word(Option.MODE).equals("spmd");
      return new ClusterSettings(
          values.value(Option.RANK).map(Value::text),
          values.value(Option.SIZE).map(Value::text),
          values.value(Option.RENDEZVOUS).map(Value::text),
          path(Option.SECRET_FILE),
          values.secretShown(),
          seconds(Option.PEER_TIMEOUT),
          onRankLoss(replicated),
          word(Option.DIVIDE).equals("always"),
          replicated,
          word(Option.OUTPUT).equals("all"),
          seconds(Option.STALL_TIMEOUT));
    }

    private Duration seconds(Option option) {
      int usual = Integer.parseInt(option.defaultValue());
      return Duration.ofSeconds(number(option, usual, 1, ClusterSettings.GREATEST_TIMEOUT));
    }

    /** If every rank runs the program, none could recompute what is lost. */
    private RankLoss onRankLoss(boolean replicated) {
      RankLoss wanted = RankLoss.valueOf(word(Option.ON_RANK_LOSS).toUpperCase(Locale.ROOT));
      if (replicated && wanted == RankLoss.RECOVER) {
        if (values.value(Option.ON_RANK_LOSS).isPresent()) {
          problems.add(
              "slipstream.onRankLoss=recover has no effect with slipstream.mode=spmd: a lost rank"
                  + " ends the run, as with abort");
        }
        return RankLoss.ABORT;
      }
      return wanted;
    }

    private double share() {
      if (values.value(Option.CPU_SHARE).isEmpty()) {
        return 0;
      }
      String text = values.text(Option.CPU_SHARE);
      double part = text.matches("[0-9]{1,4}(\\.[0-9]{1,9})?") ? Double.parseDouble(text) : -1;
      if (part >= 0 && part <= HostShare.GREATEST) {
        return part;
      }
      bad(Option.CPU_SHARE, "; the nearest is " + (part > 0 ? "0.9" : "0"));
      return 0;
    }

    private Optional<Path> cacheFolder() {
      String text = values.text(Option.CACHE_DIR);
      if (text.equalsIgnoreCase("off")) {
        return Optional.empty();
      }
      return text.isEmpty() ? cacheFolder : path(Option.CACHE_DIR);
    }

    private long bytes(Option option, long usual) {
      String text = values.text(option);
      if (text.isEmpty()) {
        return usual;
      }
      OptionalLong bytes = CacheSettings.bytes(text);
      if (bytes.isEmpty()) {
        bad(option, "");
      }
      return bytes.orElse(usual);
    }

    private void bad(Option option, String nearest) {
      Value value = values.value(option).orElseThrow();
      problems.add(
          option.key()
              + "="
              + value.text()
              + " ("
              + value.source()
              + ") is ignored: it must be "
              + option.allowed()
              + nearest);
    }
  }
}
