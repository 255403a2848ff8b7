package dev.slipstream.agent.premain;

import dev.slipstream.agent.connection.ErrorOutput;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the options and makes the boot classes visible. Refers to no class that needs those: it is
 * loaded before they can be found.
 */
public final class Installation {
  private Installation() {}

  /**
   * Installs the agent in this JVM, unless it is switched off or installed already.
   *
   * @param arguments the agent's argument; may be empty
   * @param agentJar the agent's jar
   * @param attached whether the program was running already
   * @throws IOException if the jar cannot be read
   */
  public static void install(
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
    BootClasses bootClasses = new BootClasses(instrumentation, log);
    bootClasses.define(agentJar);
    if (ranks.isPresent() && ranks.get().channels().isPresent()) {
      bootClasses.defineHostTasks(agentJar);
    }
    AgentParts.connect(settings, attached, ranks, log, instrumentation);
  }
}
