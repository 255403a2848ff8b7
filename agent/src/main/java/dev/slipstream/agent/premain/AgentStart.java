package dev.slipstream.agent.premain;

import dev.slipstream.agent.loading.JvmOptions;
import dev.slipstream.agent.marks.ProgramMarks;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The inputs of the agent's start.
 *
 * @param settings the user's settings
 * @param ranks the other ranks; empty if this process runs alone
 * @param program what is known about the program; empty if nothing is kept between starts
 * @param began when the agent was started, as {@link System#nanoTime}
 * @param mayLeaveAlone whether the agent may leave loops alone that have gained nothing before
 * @param agentJar the agent's jar
 */
record AgentStart(
    Settings settings,
    Optional<Ranks> ranks,
    Optional<ProgramMarks> program,
    long began,
    boolean mayLeaveAlone,
    Path agentJar,
    Instrumentation instrumentation,
    Log log) {
  /** The options with which this JVM was started; empty if they are not known. */
  Optional<List<String>> options() {
    return JvmOptions.read(instrumentation, log);
  }

  /** Returns the same start, in which the agent must not leave loops alone. */
  AgentStart withoutPause() {
    return new AgentStart(settings, ranks, program, began, false, agentJar, instrumentation, log);
  }
}
