package dev.slipstream.agent.premain;

import dev.slipstream.agent.connection.ErrorOutput;
import dev.slipstream.agent.marks.ProgramMarks;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the options and makes the boot classes visible, when the program starts or where its first
 * loop is found. Refers to no class that needs those: it is loaded before they can be found.
 */
public final class Installation {
  /** The keys of what the agent is started with. */
  public static final String ARGUMENTS = "arguments";

  public static final String JAR = "jar";
  public static final String ATTACHED = "attached";

  private Installation() {}

  /**
   * Installs the agent in this JVM, unless it is switched off or installed already. Called by
   * reflection, and has the shape of a {@code premain}: recent JDKs make code for each other shape.
   *
   * @param start the agent's argument, which may be empty, by {@link #ARGUMENTS}; its jar by {@link
   *     #JAR}; and by {@link #ATTACHED} whether the program was running already
   * @throws IOException if the jar cannot be read
   */
  public static void install(Map<String, String> start, Instrumentation instrumentation)
      throws IOException {
    install(
        start.getOrDefault(ARGUMENTS, ""),
        instrumentation,
        Path.of(start.getOrDefault(JAR, "")),
        Boolean.parseBoolean(start.get(ATTACHED)));
  }

  private static void install(
      String arguments, Instrumentation instrumentation, Path agentJar, boolean attached)
      throws IOException {
    Settings settings = Settings.read(System.getProperties(), System.getenv(), arguments);
    if (!settings.enabled()) {
      return;
    }
    Log log =
        settings.logLevelChosen()
            ? Log.to(ErrorOutput.open(), settings.logLevel())
            : Log.singleLine(ErrorOutput.open());
    Optional<Ranks> ranks = Optional.empty();
    if (!attached && settings.cluster().mayBeRank(System.getenv())) {
      RankStart start = RankStart.join(settings, instrumentation, log);
      settings = start.settings();
      ranks = start.ranks();
    }
    for (String problem : settings.problems()) {
      log.warn(problem);
    }
    Parts parts = new Parts(settings, ranks, agentJar, instrumentation, log);
    boolean mayWait = !attached && ranks.isEmpty() && settings.loops().isEmpty();
    Optional<ProgramMarks> absent = mayWait ? absentMarks(settings, log) : Optional.empty();
    Deferral deferral =
        absent.isPresent() ? Deferral.OFF : Deferral.of(settings, ranks.isPresent(), attached);
    if (mayWait && !deferral.isWanted()) {
      FirstLoop.await(instrumentation, settings, () -> connectLate(parts, absent), log);
    } else {
      connect(parts, deferral, /* sendsClasses= */ true);
    }
  }

  /** What the parts of the agent are made of. */
  private record Parts(
      Settings settings,
      Optional<Ranks> ranks,
      Path agentJar,
      Instrumentation instrumentation,
      Log log) {}

  /**
   * What is known of a program that has no marked loops, as far as can be seen before it starts;
   * empty if it may have some.
   */
  private static Optional<ProgramMarks> absentMarks(Settings settings, Log log) {
    Optional<Path> folder = settings.cache().folder();
    if (!settings.deferral().enabled() || settings.deferral().chosen() || folder.isEmpty()) {
      return Optional.empty();
    }
    ProgramMarks marks = ProgramMarks.of(System.getProperties(), folder.get(), log);
    return marks.areAbsent() ? Optional.of(marks) : Optional.empty();
  }

  /** Connects the agent where a class with a marked loop is loaded. */
  private static Optional<? extends ClassFileTransformer> connectLate(
      Parts parts, Optional<ProgramMarks> absent) throws IOException {
    Deferral deferral = Deferral.OFF;
    if (absent.isPresent()) {
      absent.get().cameLate();
      if (Deferral.of(parts.settings(), /* severalNodes= */ false, /* attached= */ false).isOn()) {
        deferral =
            Deferral.prevented(
                "its class path holds no marked loop, so classes were loaded without guards before"
                    + " the first loop was found; they get guards from the next start on, or with"
                    + " deferred=true");
      }
    }
    return connect(parts, deferral, /* sendsClasses= */ false);
  }

  private static Optional<? extends ClassFileTransformer> connect(
      Parts parts, Deferral deferral, boolean sendsClasses) throws IOException {
    Optional<Ranks> ranks = parts.ranks();
    BootClasses bootClasses = new BootClasses(parts.instrumentation(), parts.log());
    bootClasses.define(parts.agentJar());
    if (ranks.isPresent() && ranks.get().channels().isPresent()) {
      bootClasses.defineHostTasks(parts.agentJar());
    }
    return AgentParts.connect(
        parts.settings(), deferral, ranks, sendsClasses, parts.log(), parts.instrumentation());
  }
}
