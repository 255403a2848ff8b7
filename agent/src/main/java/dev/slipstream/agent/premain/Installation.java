package dev.slipstream.agent.premain;

import dev.slipstream.agent.connection.ErrorOutput;
import dev.slipstream.agent.marks.ProgramMarks;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Reads the options and defines the boot classes, at the start of the program or when its first
 * loop is found. Refers to no class that needs the boot classes, because it is loaded before they
 * are defined.
 */
public final class Installation implements BiConsumer<Map<String, String>, Instrumentation> {
  /** The keys of the map that the agent is started with. */
  public static final String ARGUMENTS = "arguments";

  public static final String JAR = "jar";
  public static final String ATTACHED = "attached";

  /**
   * Installs the agent in this JVM, unless it is switched off or installed already.
   *
   * @param start under {@link #ARGUMENTS} the agent's argument, which may be empty; under {@link
   *     #JAR} its jar; under {@link #ATTACHED} whether the program was running already
   * @throws UncheckedIOException if the jar cannot be read
   */
  @Override
  public void accept(Map<String, String> start, Instrumentation instrumentation) {
    try {
      install(
          start.getOrDefault(ARGUMENTS, ""),
          instrumentation,
          Path.of(start.getOrDefault(JAR, "")),
          Boolean.parseBoolean(start.get(ATTACHED)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void install(
      String arguments, Instrumentation instrumentation, Path agentJar, boolean attached)
      throws IOException {
    long began = System.nanoTime();
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
    Optional<Path> folder = settings.cache().folder();
    AgentStart start =
        new AgentStart(
            settings,
            ranks,
            folder.isPresent()
                ? Optional.of(ProgramMarks.of(System.getProperties(), folder.get(), log))
                : Optional.empty(),
            began,
            !attached && LeftAlone.isPossible(settings, ranks),
            agentJar,
            instrumentation,
            log);
    boolean mayWait = !attached && ranks.isEmpty() && settings.loops().isEmpty();
    // If nothing can be deferred, it does not matter what the class path holds.
    Deferral deferral = Deferral.of(settings, ranks.isPresent(), attached);
    boolean isUnmarked = mayWait && deferral.isOn() && isUnmarked(start);
    if (!isUnmarked && LeftAlone.begin(start, Installation::connectAfterPause)) {
      return;
    }
    if (mayWait && (isUnmarked || !deferral.isWanted())) {
      FirstLoop.await(start, () -> connectLate(start, isUnmarked));
    } else {
      connect(start, deferral, /* sendsClasses= */ true);
    }
  }

  /** Connects the agent with a running program whose loops it has left alone up to now. */
  private static void connectAfterPause(AgentStart start) throws IOException {
    connect(start, Deferral.late(start.settings()), /* sendsClasses= */ true);
  }

  /** Whether the program has no marked loops, if that can be seen before it starts. */
  private static boolean isUnmarked(AgentStart start) {
    return !start.settings().deferral().chosen()
        && start.program().isPresent()
        && start.program().get().areAbsent();
  }

  /** Connects the agent when a class with a marked loop is loaded. */
  private static Optional<? extends ClassFileTransformer> connectLate(
      AgentStart start, boolean isUnmarked) throws IOException {
    Deferral deferral = Deferral.OFF;
    if (isUnmarked) {
      start.program().ifPresent(ProgramMarks::cameLate);
      deferral =
          Deferral.prevented(
              "its class path holds no marked loop, so classes were loaded without guards before"
                  + " the first loop was found; they get guards from the next start on, or with"
                  + " deferred=true");
    }
    return connect(start, deferral, /* sendsClasses= */ false);
  }

  private static Optional<? extends ClassFileTransformer> connect(
      AgentStart start, Deferral deferral, boolean sendsClasses) throws IOException {
    Optional<Ranks> ranks = start.ranks();
    BootClasses bootClasses = new BootClasses(start.instrumentation(), start.log());
    bootClasses.define(start.agentJar());
    if (ranks.isPresent() && ranks.get().channels().isPresent()) {
      bootClasses.defineHostTasks(start.agentJar());
    }
    return AgentParts.connect(start, deferral, sendsClasses);
  }
}
